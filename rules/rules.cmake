# The stages' version: the digest of every source that can change what they produce.
# ---- the standard library: compiled when py2 is built, carried as results of its stages ----
set(library_root /usr/lib/python3.11)
file(GLOB_RECURSE library_files CONFIGURE_DEPENDS RELATIVE ${library_root} ${library_root}/*.py)
list(FILTER library_files EXCLUDE REGEX
  "^(test|idlelib|lib2to3/tests|tkinter|turtledemo|ensurepip|dist-packages|site-packages|config-|__pycache__|venv/scripts)")
list(FILTER library_files EXCLUDE REGEX "(/tests?/|^(antigravity|this|turtle|__phello__|__hello__)|-)")
list(SORT library_files)
set(library_list "")
set(library_inputs)
foreach(file ${library_files})
  string(REGEX REPLACE "(/__init__)?\\.py$" "" name ${file})
  set(kind m)
  if(file MATCHES "(^|/)__init__\\.py$")
    set(kind p)
  endif()
  string(REPLACE "/" "." name ${name})
  set(source ${library_root}/${file})
  if(EXISTS ${CMAKE_SOURCE_DIR}/rules/stdlib/module/${name}.py)
    set(source ${CMAKE_SOURCE_DIR}/rules/stdlib/module/${name}.py)
  endif()
  string(APPEND library_list "${name}\t${kind}\t${source}\t${file}")
  list(APPEND library_inputs ${source})
  if(EXISTS ${CMAKE_SOURCE_DIR}/rules/stdlib/overlay/${name}.py)
    string(APPEND library_list "\t${CMAKE_SOURCE_DIR}/rules/stdlib/overlay/${name}.py")
    list(APPEND library_inputs ${CMAKE_SOURCE_DIR}/rules/stdlib/overlay/${name}.py)
  endif()
  string(APPEND library_list "\n")
endforeach()
# modules of ours beside CPython's
foreach(name _py2_typing)
  set(source ${CMAKE_SOURCE_DIR}/rules/stdlib/module/${name}.py)
  string(APPEND library_list "${name}\tm\t${source}\t${name}.py\n")
  list(APPEND library_inputs ${source})
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/library.txt CONTENT "${library_list}" @ONLY)
add_executable(make_library ${CMAKE_SOURCE_DIR}/rules/stdlib/tools/make_library.c ${CMAKE_SOURCE_DIR}/rules/stdlib/overlay.c)
target_link_libraries(make_library PRIVATE py2_lower py2_opt py2_reach py2_python py2_ir py2_base ${ZSTD_LIBRARIES} ${CRYPTO_LIBRARIES}
  Threads::Threads)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/library.bin
  COMMAND make_library ${CMAKE_BINARY_DIR}/generated/library.bin ${library_root} ${CMAKE_BINARY_DIR}/generated/library.txt
  DEPENDS make_library ${CMAKE_BINARY_DIR}/generated/library.txt ${library_inputs} COMMENT "standard library" VERBATIM)
configure_file(${CMAKE_SOURCE_DIR}/rules/stdlib/archive.S.in ${CMAKE_BINARY_DIR}/generated/library.S @ONLY)
set_source_files_properties(${CMAKE_BINARY_DIR}/generated/library.S PROPERTIES OBJECT_DEPENDS ${CMAKE_BINARY_DIR}/generated/library.bin)
add_library(py2_stdlib STATIC ${CMAKE_SOURCE_DIR}/rules/stdlib/library.c ${CMAKE_SOURCE_DIR}/rules/stdlib/standing.c
  ${CMAKE_SOURCE_DIR}/rules/stdlib/embed.c ${CMAKE_BINARY_DIR}/generated/library.S)
target_link_libraries(py2_stdlib PUBLIC py2_base ${ZSTD_LIBRARIES})
target_link_libraries(py2_rules PUBLIC py2_stdlib)

file(GLOB_RECURSE rules_parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/*.[ch] ${CMAKE_SOURCE_DIR}/rules/*.def
  ${CMAKE_SOURCE_DIR}/targets/*.[ch] ${CMAKE_SOURCE_DIR}/runtime/*.[chS] ${CMAKE_SOURCE_DIR}/runtime/*.def
  ${CMAKE_SOURCE_DIR}/engine/base/*.[ch])
# How the runtime was built is part of what comes out.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/runtime_options.txt CONTENT "stress=${PY2_STRESS}\n")
list(APPEND rules_parts ${CMAKE_SOURCE_DIR}/runtime/runtime.cmake)
# … and which library is carried: what is reached in it is part of results in caches.
list(APPEND rules_parts ${library_inputs})
list(APPEND rules_parts ${CMAKE_BINARY_DIR}/generated/runtime_options.txt)
set(rules_digest ${CMAKE_BINARY_DIR}/generated/rules_digest.h)
add_custom_command(OUTPUT ${rules_digest}
  COMMAND ${CMAKE_COMMAND} -DOUT=${rules_digest} -DNAME=RULES_DIGEST "-DFILES=${rules_parts}" -P ${CMAKE_SOURCE_DIR}/engine/digest.cmake
  DEPENDS ${rules_parts} ${CMAKE_SOURCE_DIR}/engine/digest.cmake VERBATIM)
target_sources(py2_rules PRIVATE ${rules_digest})
target_include_directories(py2_rules PRIVATE ${CMAKE_BINARY_DIR})
target_link_libraries(py2_rules PUBLIC py2_runtime_archives)
