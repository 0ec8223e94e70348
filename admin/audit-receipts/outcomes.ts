/** The outcome of a read that was answered; every other one is the code of a refusal. */
export const ANSWERED = 'answered';

/** The refusals that a read can have, in people's words. */
export const OUTCOMES: Readonly<Record<string, string>> = {
  PLAN_REQUIRED: 'paid plan required',
  NOT_FOUND: 'no such product',
  VALIDATION_FAILED: 'wrong input',
  UNAVAILABLE: 'not available',
  INTERNAL: 'failed',
};
