#pragma once
#include <sys/prctl.h>

// Swift cannot call prctl, which takes variable arguments.

/// PR_SET_PDEATHSIG: the kernel sends `number` when the thread that started this process ends.
static inline int clinux_die_with_parent(int number) { return prctl(PR_SET_PDEATHSIG, number); }

/// PR_SET_CHILD_SUBREAPER: processes whose parent below this one has ended are this one's to wait for.
static inline int clinux_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }

/// PR_SET_NAME: what ps, pkill and killall call this process, at most 15 bytes.
static inline int clinux_set_name(const char *name) { return prctl(PR_SET_NAME, name); }

// Declared for _GNU_SOURCE alone, without which Swift reads the C library.
extern int memfd_create(const char *name, unsigned int flags);

/// memfd_create: a file in memory without a path, closed on exec (flag 1, MFD_CLOEXEC).
static inline int clinux_memory_file(const char *name) { return memfd_create(name, 1); }
