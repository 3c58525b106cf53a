# Libraries of the engine, and the program itself.
target_link_libraries(py2_base PUBLIC ${CRYPTO_LIBRARIES})

if(TARGET py2_engine)
  # The version of the engine's own rules is the digest of what they are made of, made anew whenever one changes.
  file(GLOB_RECURSE engine_parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/engine/*.[ch])
  list(APPEND engine_parts ${CMAKE_SOURCE_DIR}/lua/prelude.lua)
  list(REMOVE_ITEM engine_parts ${CMAKE_SOURCE_DIR}/engine/main.c)
  set(engine_digest ${CMAKE_BINARY_DIR}/generated/engine_digest.h)
  add_custom_command(OUTPUT ${engine_digest}
    COMMAND ${CMAKE_COMMAND} -DOUT=${engine_digest} -DNAME=ENGINE_DIGEST "-DFILES=${engine_parts}"
            -P ${CMAKE_SOURCE_DIR}/engine/digest.cmake
    DEPENDS ${engine_parts} ${CMAKE_SOURCE_DIR}/engine/digest.cmake VERBATIM)
  target_sources(py2_engine PRIVATE ${engine_digest})
  target_include_directories(py2_engine PUBLIC ${CMAKE_BINARY_DIR}/generated ${LUA_INCLUDE_DIRS})
  set_source_files_properties(${CMAKE_SOURCE_DIR}/engine/recipe/prelude.c PROPERTIES
    COMPILE_DEFINITIONS PY2_LUA="${CMAKE_SOURCE_DIR}/lua"
    OBJECT_DEPENDS "${CMAKE_SOURCE_DIR}/lua/prelude.lua;${CMAKE_SOURCE_DIR}/lua/init.lua;${CMAKE_SOURCE_DIR}/lua/py2.d.lua")
  file(GLOB page_parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/engine/show/pages/*)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/engine/show/page.c PROPERTIES
    COMPILE_DEFINITIONS PY2_PAGES="${CMAKE_SOURCE_DIR}/engine/show/pages" OBJECT_DEPENDS "${page_parts}")
  # Debian's statement of each package's licence; a system without them gives an entry that says so.
  set(licence_folder ${CMAKE_BINARY_DIR}/generated/licences)
  foreach(pair lua=liblua5.4-dev lfs=lua-filesystem-dev openssl=libssl-dev zstd=libzstd-dev zlib=zlib1g-dev python=libpython3.11-stdlib
               libc=libc6-dev)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 package)
    if(EXISTS /usr/share/doc/${package}/copyright)
      configure_file(/usr/share/doc/${package}/copyright ${licence_folder}/${name} COPYONLY)
    else()
      file(WRITE ${licence_folder}/${name} "See the package ${package}.\n")
    endif()
  endforeach()
  set_source_files_properties(${CMAKE_SOURCE_DIR}/engine/licences.c PROPERTIES
    COMPILE_DEFINITIONS PY2_LICENCE_FOLDER="${licence_folder}")
  target_link_libraries(py2_engine PUBLIC lua5.4-filesystem ${LUA_LIBRARIES} Threads::Threads m)
endif()

# The program: everything in one static file, so that it starts as fast as one that only exits.
if(EXISTS ${CMAKE_SOURCE_DIR}/engine/main.c AND EXISTS ${CMAKE_SOURCE_DIR}/rules/rules.h)
  add_executable(py2 ${CMAKE_SOURCE_DIR}/engine/main.c)
  target_link_libraries(py2 PRIVATE py2_engine py2_rules)
  target_compile_definitions(py2 PRIVATE PY2_VERSION="${PROJECT_VERSION}")
  if(NOT PY2_SANITIZE)
    target_link_options(py2 PRIVATE -static)
  endif()
  install(TARGETS py2 RUNTIME DESTINATION bin)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/py2.1 COMMAND py2 help --roff > ${CMAKE_BINARY_DIR}/py2.1 DEPENDS py2 VERBATIM)
  add_custom_target(py2_manual ALL DEPENDS ${CMAKE_BINARY_DIR}/py2.1)
  install(FILES ${CMAKE_BINARY_DIR}/py2.1 DESTINATION share/man/man1)
  foreach(pair bash=bash-completion/completions/py2 zsh=zsh/site-functions/_py2 fish=fish/vendor_completions.d/py2.fish)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 shell)
    list(GET pair 1 place)
    get_filename_component(folder ${place} DIRECTORY)
    get_filename_component(file ${place} NAME)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${shell}/${file} COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/${shell}
      COMMAND py2 completion ${shell} > ${CMAKE_BINARY_DIR}/${shell}/${file} DEPENDS py2 VERBATIM)
    add_custom_target(py2_completion_${shell} ALL DEPENDS ${CMAKE_BINARY_DIR}/${shell}/${file})
    install(FILES ${CMAKE_BINARY_DIR}/${shell}/${file} DESTINATION share/${folder})
  endforeach()
endif()

# The network client: a program of its own, so that py2 stays static. Without its libraries, or with PY2_NETWORK=OFF, there
# is none, and --remote says so.
if(TARGET py2_remote)
  target_include_directories(py2_remote PUBLIC ${NETWORK_INCLUDE_DIRS})
  target_link_libraries(py2_remote PUBLIC ${NETWORK_LIBRARIES} ${ZSTD_LIBRARIES})
  add_executable(py2-remote ${CMAKE_SOURCE_DIR}/engine/remote/net/main.c)
  target_link_libraries(py2-remote PRIVATE py2_remote)
  install(TARGETS py2-remote RUNTIME DESTINATION libexec/py2)
elseif(PY2_NETWORK)
  message(WARNING "libcurl, libnghttp2 or libssl was not found: py2 is built without --remote (packages "
                  "libcurl4-openssl-dev, libnghttp2-dev)")
endif()

# The engine with stand-in rules, for its tests.
if(TARGET py2_engine AND EXISTS ${CMAKE_SOURCE_DIR}/tests/recipes/standin.c)
  add_executable(py2_standin ${CMAKE_SOURCE_DIR}/tests/recipes/standin.c)
  target_link_libraries(py2_standin PRIVATE py2_engine)
  if(NOT PY2_SANITIZE)
    target_link_options(py2_standin PRIVATE -static)
  endif()
  add_test(NAME recipes COMMAND /usr/bin/python3.11 ${CMAKE_SOURCE_DIR}/tests/recipes/run.py $<TARGET_FILE:py2_standin>)
  add_test(NAME faults COMMAND /usr/bin/python3.11 ${CMAKE_SOURCE_DIR}/tests/faults/run.py $<TARGET_FILE:py2_standin>)
endif()
