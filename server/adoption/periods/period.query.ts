/** The lengths of periods in days. Four weeks are whole weeks: a period lies within one of the longer ones or beside it. */
export const WEEK = 7;
export const FOUR_WEEKS = 28;

/** Gives each day of a table `c` its period of each length. */
export const WITH_LENGTHS = `cross join (values (${WEEK}), (${FOUR_WEEKS})) length (days)`;
/** The first day of that period; all are counted from a Monday. */
export const FIRST_DAY = `(date '0001-01-01' + (c.day - date '0001-01-01') / length.days * length.days)`;
/** The condition of a row `c` of `adoption_count` whose events are in the activity. */
export const IN_ACTIVITY = "c.source = 'api' and not c.vendor_own_domain";
