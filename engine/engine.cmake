# Libraries of the engine, and the program itself.
target_link_libraries(py2_base PUBLIC ${CRYPTO_LIBRARIES})
