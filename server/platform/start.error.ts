/** Something outside DAI keeps it from starting: an operator can mend it, so one sentence says what and how, without a stack. */
export class StartError extends Error {}
