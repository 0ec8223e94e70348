/** The signals that ask a process to stop: a terminal's Ctrl-C, a supervisor, a terminal that was closed, and a terminal's Ctrl-\. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** The exit code of a process that a signal ended, as shells report it: 128 and the signal's number. */
export const EXIT_CODES: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 };
