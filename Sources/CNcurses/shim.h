#pragma once
// Wide-character calls are hidden without this.
#define NCURSES_WIDECHAR 1
#include <curses.h>
