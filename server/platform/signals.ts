/** The signals that ask a process to stop: a terminal's Ctrl-C, a supervisor, and a terminal that was closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code of a process that a signal ended, as shells report it: 128 and the signal's number. */
export const EXIT_CODES: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
