#pragma once
// Wide-character calls are hidden without this.
#define NCURSES_WIDECHAR 1
#include <curses.h>

// Swift refuses the library's global variables as shared mutable state; these read them.

/// The window that covers the screen.
static inline WINDOW *ccurses_stdscr(void) { return stdscr; }

/// What ncurses believes to be on the terminal.
static inline WINDOW *ccurses_curscr(void) { return curscr; }

/// How many colours the terminal has; known after start_color.
static inline int ccurses_colours(void) { return COLORS; }

/// How many pairs of them it can hold.
static inline int ccurses_colour_pairs(void) { return COLOR_PAIRS; }

// Swift does not import macros that shift bits.

/// A_BOLD.
static inline attr_t ccurses_bold(void) { return A_BOLD; }

/// A_DIM.
static inline attr_t ccurses_dim(void) { return A_DIM; }

/// A_REVERSE.
static inline attr_t ccurses_reverse(void) { return A_REVERSE; }

// From term.h, which cannot be included: it brings termios.h, whose types Swift would then take for
// the library's own.
struct term;
extern int setupterm(const char *type, int descriptor, int *found);
extern struct term *set_curterm(struct term *term);
extern int del_curterm(struct term *term);

// A GNU extension, which Swift's Glibc does not show.
extern int memfd_create(const char *name, unsigned int flags);

/// A file in memory that is closed with the program's end or start of another (MFD_CLOEXEC).
static inline int ccurses_memory(void) { return memfd_create("rushes screen", 1U); }

/// How a terminal type moves the cursor.
enum ccurses_placing {
  /// The type is not in the terminfo database.
  CCURSES_UNKNOWN,
  /// It cannot place the cursor: one line is all there is to draw on.
  CCURSES_ONE_LINE,
  /// It places the cursor by some old sequence of its own.
  CCURSES_OTHER,
  /// It places the cursor by CSI, so that it swallows CSI sequences it does not know.
  CCURSES_CSI
};

/// Looks a terminal type up, and how many colours it has, -1 for none; setupterm leaves its result in
/// a global, which is given back at once.
static inline enum ccurses_placing ccurses_placing_of(
    const char *type, int descriptor, int *colours) {
  int found = 0;
  *colours = -1;
  if (setupterm(type, descriptor, &found) != OK) return CCURSES_UNKNOWN;
  const char *cup = tigetstr("cup");
  enum ccurses_placing placing = CCURSES_ONE_LINE;
  // (char *)-1 would mean that there is no such capability name.
  if (cup && cup != (const char *)-1)
    placing = cup[0] == '\033' && cup[1] == '[' ? CCURSES_CSI : CCURSES_OTHER;
  *colours = tigetnum("colors");
  del_curterm(set_curterm(0));
  return placing;
}
