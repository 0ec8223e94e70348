/** Specification §1, rule 5: 7 × 24 hours, whatever a calendar says of them. */
export const RETAINED_AFTER_HOURS = 7 * 24;
/** Decisions §5, Company view: whoever has not returned until then is not counted as returned, so that each had the same time for it. */
export const MATURED_AFTER_HOURS = 14 * 24;
