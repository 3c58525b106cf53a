# The stages' version: the digest of every source that can change what they produce.
file(GLOB_RECURSE rules_parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/*.[ch] ${CMAKE_SOURCE_DIR}/rules/*.def
  ${CMAKE_SOURCE_DIR}/targets/*.[ch] ${CMAKE_SOURCE_DIR}/runtime/*.[chS] ${CMAKE_SOURCE_DIR}/runtime/*.def
  ${CMAKE_SOURCE_DIR}/engine/base/*.[ch])
# How the runtime was built is part of what comes out.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/runtime_options.txt CONTENT "stress=${PY2_STRESS}\n")
list(APPEND rules_parts ${CMAKE_BINARY_DIR}/generated/runtime_options.txt)
set(rules_digest ${CMAKE_BINARY_DIR}/generated/rules_digest.h)
add_custom_command(OUTPUT ${rules_digest}
  COMMAND ${CMAKE_COMMAND} -DOUT=${rules_digest} -DNAME=RULES_DIGEST "-DFILES=${rules_parts}" -P ${CMAKE_SOURCE_DIR}/engine/digest.cmake
  DEPENDS ${rules_parts} ${CMAKE_SOURCE_DIR}/engine/digest.cmake VERBATIM)
target_sources(py2_rules PRIVATE ${rules_digest})
target_include_directories(py2_rules PRIVATE ${CMAKE_BINARY_DIR})
target_link_libraries(py2_rules PUBLIC py2_runtime_archives)
