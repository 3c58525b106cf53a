# astdump prints trees for compare.py and measures speed.
add_executable(astdump ${CMAKE_CURRENT_LIST_DIR}/astdump.c)
target_link_libraries(astdump py2_python)
