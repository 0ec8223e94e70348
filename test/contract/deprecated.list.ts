/** The deprecated members: since when, and until which day they stay. A line goes with its member, on that day or later. */
export const DEPRECATED: Readonly<Record<string, { readonly since: string; readonly until: string }>> = {
  'AdoptionTotals.activatedShare': { since: '2026-11-26', until: '2027-05-26' },
};
