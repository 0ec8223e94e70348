import { humanize } from '../texts.js';

const WITHHELD: Readonly<Record<string, string>> = {
  suppressed: 'One contributor holds too much of it, or it would be left over from what is published',
  insufficient: 'Fewer than 10 developers or 3 accounts; zero is insufficient too',
  missing: 'No vendor reports this tool; that is not zero',
};

/** A published number, or a hatched bar with the reason why there is none: never a gap, never a zero. */
export function Published({ value, cohort }: { value: number | null; cohort: string }) {
  if (value !== null) return <>{value.toLocaleString('en')}</>;
  return cohort === 'reported' ? (
    <span className="withheld" title="Too few stand behind this number, or beside it">
      withheld
    </span>
  ) : (
    <span className="withheld" title={WITHHELD[cohort]}>
      {cohort}
    </span>
  );
}

/** The meaning of a cohort, in words. */
export const cohortMeaning = (cohort: string): string => WITHHELD[cohort] ?? humanize(cohort);
