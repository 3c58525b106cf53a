# The runtime, twice from the same sources: hosted by libc (py2_runtime_hosted, for unit tests and sanitizers), and
# freestanding for each CPU (runtime_x86_64, runtime_aarch64), packed into the archives that py2 carries.

file(GLOB runtime_sources CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/runtime/*/*.c ${CMAKE_SOURCE_DIR}/runtime/lib/*/*.c)
list(FILTER runtime_sources EXCLUDE REGEX "/runtime/tools/")
file(GLOB runtime_asm CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*/*.S)

set(runtime_warnings -Wall -Wextra -Werror=implicit-function-declaration -Wno-missing-field-initializers -Wno-unused-parameter)

# ---- the front end inside artifacts: rules/python again, without what only a build needs ----
set(front_sources)
foreach(name error error_grammar encodings_data lexer names number parse_expr parse_params parse_pattern parse_stmt source string syntax
    template template_error unicode unicode_data unicode_lookup unicode_names)
  list(APPEND front_sources ${CMAKE_SOURCE_DIR}/rules/python/${name}.c)
endforeach()
list(APPEND front_sources ${CMAKE_SOURCE_DIR}/engine/base/text.c)
file(GLOB front_own CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/python/shipped/*.c)
set(front_names ${CMAKE_BINARY_DIR}/generated/front_names.h)
add_custom_command(OUTPUT ${front_names}
  COMMAND ${CMAKE_COMMAND} -DOUT=${front_names} -DNM=${CMAKE_NM} "-DLIBRARIES=$<TARGET_FILE:py2_python>;$<TARGET_FILE:py2_base>"
    -P ${CMAKE_SOURCE_DIR}/rules/python/shipped/rename.cmake
  DEPENDS py2_python py2_base ${CMAKE_SOURCE_DIR}/rules/python/shipped/rename.cmake COMMENT "front end: names" VERBATIM)
set(front_hosted ${front_own})
list(FILTER front_hosted EXCLUDE REGEX "/libc\\.c$")

# ---- hosted ----
set(runtime_adapt ${CMAKE_SOURCE_DIR}/runtime/abi/adapt_${CMAKE_SYSTEM_PROCESSOR}.S)
add_library(py2_front_hosted OBJECT ${front_sources} ${front_hosted} ${front_names})
target_compile_options(py2_front_hosted PRIVATE -include ${front_names})
add_library(py2_runtime_hosted STATIC ${runtime_sources} ${runtime_adapt} $<TARGET_OBJECTS:py2_front_hosted>)
target_compile_definitions(py2_runtime_hosted PUBLIC PY2_HOSTED)
target_compile_options(py2_runtime_hosted PRIVATE -Wno-unused-parameter -Werror=implicit-function-declaration -ffp-contract=off -fno-omit-frame-pointer)
target_link_libraries(py2_runtime_hosted PUBLIC Threads::Threads m)
if(PY2_STRESS)
  target_compile_definitions(py2_runtime_hosted PUBLIC PY2_STRESS)
endif()
# Whole: method tables are sections that nothing names, so every member counts.
add_library(py2_rt INTERFACE)
target_link_libraries(py2_rt INTERFACE -Wl,--whole-archive py2_runtime_hosted -Wl,--no-whole-archive)

# ---- freestanding ----
find_program(RUNTIME_CLANG NAMES clang REQUIRED)
set(runtime_flags -std=gnu11 -g0 -ffreestanding -nostdlib -fpie -ffunction-sections -fdata-sections
  -fvisibility=hidden -fno-stack-protector -fno-omit-frame-pointer -ffp-contract=off -fno-math-errno
  -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-strict-aliasing -fno-ident -fno-addrsig -fwrapv
  -fno-common -Wframe-larger-than=2048 ${runtime_warnings}
  # Every name is inside the image: no global offset table, for declared names either.
  -include ${CMAKE_SOURCE_DIR}/runtime/os/hidden.h)
if(PY2_STRESS)
  list(APPEND runtime_flags -DPY2_STRESS)
endif()
set(runtime_flags_x86_64 --target=x86_64-linux-gnu -mno-red-zone)
set(runtime_flags_aarch64 --target=aarch64-linux-gnu -ffixed-x18 -mno-outline-atomics)

# Small before fast: what no inner loop of a program spends its time in (start-up, errors, classes being made, files by
# name). A program that prints a line carries about 300 KB; these are a third of its code.
set(runtime_small "(call/dead_names|call/dead_slot|error/unraisable|types/class|types/bases|types/build_class|types/type_object|types/code|types/complex|types/descriptor|types/exceptions|types/float_hex|types/genericalias|types/int|types/int_parse|types/int_text|types/mappingproxy|types/memoryview|types/module|types/singletons|text/codec|types/traceback|types/wrapper|lib/_abc|lib/_weakref|lib/gc|gc/walk|types/object_reduce|types/class_change|types/weakref|types/weakproxy|gc/weak|lib/fs|lib/io|lib/io_base|lib/io_raw|lib/io_memory|lib/io_newlines|lib/io_object_raw|lib/native|lib/os.*|lib/structseq|lib/sys/.*|os/linux|os/linux_raw|os/vdso|os/errno|error/[a-z_]+|text/codec_[a-z_]+|types/frame[a-z_]*|types/code_[a-z_]+|types/coroutine|types/asyncgen|types/awaitable|lib/_ast/[a-z_]+|lib/posix/[a-z_]+|lib/_socket/[a-z_]+|lib/_codecs/[a-z_]+|lib/_warnings|lib/_contextvars|lib/_signal|lib/atexit|lib/_thread/[a-z_]+|process/[a-z_]+)\\.c$")

function(runtime_cpu cpu)
  set(objects)
  foreach(source ${runtime_sources} ${runtime_asm} ${front_sources} ${front_own})
    file(RELATIVE_PATH relative ${CMAKE_SOURCE_DIR} ${source})
    if(relative MATCHES "start_" AND NOT relative MATCHES "_${cpu}\\.S$")
      continue()
    endif()
    if(relative MATCHES "_(x86_64|aarch64)\\.S$" AND NOT relative MATCHES "_${cpu}\\.S$")
      continue()
    endif()
    string(REPLACE "/" "_" object ${relative})
    set(object ${CMAKE_BINARY_DIR}/runtime/${cpu}/${object}.o)
    set(level -O2)
    set(extra)
    set(extra_depends)
    if(relative MATCHES "^(rules|engine)/")
      set(level -Os)
      set(extra -Wframe-larger-than=4096 -include ${front_names} -isystem ${CMAKE_SOURCE_DIR}/rules/python/shipped/include)
      set(extra_depends ${front_names})
    endif()
    if(relative MATCHES "^runtime/${runtime_small}")
      set(level -Oz)
    endif()
    add_custom_command(OUTPUT ${object}
      COMMAND ${RUNTIME_CLANG} ${level} ${runtime_flags} ${runtime_flags_${cpu}} ${extra} -I${CMAKE_SOURCE_DIR}
        -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -MMD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source} ${extra_depends} DEPFILE ${object}.d COMMENT "runtime ${cpu}: ${relative}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_custom_target(runtime_objects_${cpu} DEPENDS ${objects})
  set(runtime_objects_${cpu} ${objects} PARENT_SCOPE)
endfunction()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/runtime/x86_64 ${CMAKE_BINARY_DIR}/runtime/aarch64)
runtime_cpu(x86_64)
runtime_cpu(aarch64)

# ---- archives: the freestanding objects of a CPU joined into one module, carried by py2 ----
target_link_libraries(py2_link PUBLIC ${ZSTD_LIBRARIES})
target_link_libraries(py2_pack PUBLIC ${ZSTD_LIBRARIES} ${ZLIB_LIBRARIES})
add_executable(pack_runtime ${CMAKE_SOURCE_DIR}/rules/link/tools/pack_runtime.c ${CMAKE_SOURCE_DIR}/rules/link/object.c
  ${CMAKE_SOURCE_DIR}/rules/link/flat.c ${CMAKE_SOURCE_DIR}/rules/link/elf_read.c ${CMAKE_SOURCE_DIR}/rules/link/merge.c)
target_link_libraries(pack_runtime PRIVATE py2_targets py2_base ${CRYPTO_LIBRARIES})
foreach(pair "x86_64 linux-x86_64" "aarch64 linux-arm64")
  separate_arguments(pair)
  list(GET pair 0 cpu)
  list(GET pair 1 target)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/runtime/runtime_${cpu}.obj
    COMMAND pack_runtime ${target} ${CMAKE_BINARY_DIR}/runtime/runtime_${cpu}.obj ${runtime_objects_${cpu}}
    DEPENDS pack_runtime ${runtime_objects_${cpu}} COMMENT "runtime ${cpu}: join" VERBATIM)
  add_custom_target(runtime_${cpu} DEPENDS ${CMAKE_BINARY_DIR}/runtime/runtime_${cpu}.obj)
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/rules/link/embed/archives.S.in ${CMAKE_BINARY_DIR}/runtime/archives.S @ONLY)
set_source_files_properties(${CMAKE_BINARY_DIR}/runtime/archives.S PROPERTIES OBJECT_DEPENDS
  "${CMAKE_BINARY_DIR}/runtime/runtime_x86_64.obj;${CMAKE_BINARY_DIR}/runtime/runtime_aarch64.obj")
add_library(py2_runtime_archives STATIC ${CMAKE_SOURCE_DIR}/rules/link/embed/runtime_archive.c ${CMAKE_BINARY_DIR}/runtime/archives.S)
add_dependencies(py2_runtime_archives runtime_x86_64 runtime_aarch64)
target_link_libraries(py2_runtime_archives PUBLIC py2_base)

# Whoever compiles programs carries the archives.
get_target_property(rules_type py2_rules TYPE)
if(rules_type STREQUAL "INTERFACE_LIBRARY")
  target_link_libraries(py2_rules INTERFACE py2_runtime_archives)
else()
  target_link_libraries(py2_rules PUBLIC py2_runtime_archives)
endif()
