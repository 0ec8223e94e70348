/** Specification §1, rule 5: 7 × 24 hours, whatever a calendar says of them. */
export const RETAINED_AFTER_HOURS = 7 * 24;
