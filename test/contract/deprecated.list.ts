/** The deprecated members: since when, and until which day they stay. A line goes with its member, on that day or later. */
export const DEPRECATED: Readonly<Record<string, { readonly since: string; readonly until: string }>> = {
  'AdoptionPeriodRow.toolSuccess': { since: '2026-11-27', until: '2027-05-27' },
  'MeasuredAdoptionRow.toolSuccess': { since: '2026-11-27', until: '2027-05-27' },
  'ScoreVectorInputs.activated': { since: '2026-11-27', until: '2027-05-27' },
  'ScoreVectorInputs.developers': { since: '2026-11-27', until: '2027-05-27' },
  'ScoreVectorInputs.retained': { since: '2026-11-27', until: '2027-05-27' },
  'ScoreVectorInputs.toolSuccess': { since: '2026-11-27', until: '2027-05-27' },
  'AdoptionTotals.activatedShare': { since: '2026-11-26', until: '2027-05-26' },
};
