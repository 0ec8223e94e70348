/** Specification §1, rule 5: 7 × 24 hours, whatever a calendar says of them. */
export const RETAINED_AFTER_HOURS = 7 * 24;
/** Decisions §5, Company view: a return after that is not counted as one, so that each developer had the same time for it. */
export const MATURED_AFTER_HOURS = 14 * 24;
