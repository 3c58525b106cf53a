/* Included before every freestanding source: nothing is looked up outside the image. */
#ifndef __ASSEMBLER__
#pragma GCC visibility push(hidden)
#endif
