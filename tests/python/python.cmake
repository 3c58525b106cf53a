# astdump prints trees; compare.py holds them against CPython's. The whole library takes minutes, so by default only a
# part with much odd syntax is read; `ctest -C all` reads everything.
add_executable(astdump ${CMAKE_CURRENT_LIST_DIR}/astdump.c)
target_link_libraries(astdump PRIVATE py2_python)
set(oracle /usr/bin/python3.11)
set(library /usr/lib/python3.11)
if(EXISTS ${oracle})
  add_test(NAME python_trees COMMAND ${oracle} ${CMAKE_CURRENT_LIST_DIR}/compare.py $<TARGET_FILE:astdump>
           ${library}/test/test_grammar.py ${library}/test/test_fstring.py ${library}/test/test_patma.py
           ${library}/test/test_syntax.py ${library}/test/test_unparse.py ${library}/test/test_source_encoding.py
           ${library}/json ${library}/asyncio ${library}/unittest ${library}/lib2to3)
  add_test(NAME python_scopes COMMAND ${oracle} ${CMAKE_CURRENT_LIST_DIR}/compare_scopes.py $<TARGET_FILE:astdump>
           ${library}/test/test_scope.py ${library}/test/test_named_expressions.py ${library}/json
           ${library}/asyncio ${library}/unittest)
  add_test(NAME python_errors COMMAND ${oracle} ${CMAKE_CURRENT_LIST_DIR}/make_errors.py --check $<TARGET_FILE:astdump>)
  add_test(NAME python_unicode_all CONFIGURATIONS all
           COMMAND ${oracle} ${CMAKE_CURRENT_LIST_DIR}/compare_unicode.py $<TARGET_FILE:astdump>)
  add_test(NAME python_trees_all CONFIGURATIONS all
           COMMAND ${oracle} ${CMAKE_CURRENT_LIST_DIR}/compare.py $<TARGET_FILE:astdump>)
  add_test(NAME python_scopes_all CONFIGURATIONS all
           COMMAND ${oracle} ${CMAKE_CURRENT_LIST_DIR}/compare_scopes.py $<TARGET_FILE:astdump>)
endif()
