import type { ListFilter } from './filters.js';

/** The instant of a text of the address. What is a day or a time to us and not to the service, such as 30 February, the service refuses. */
export function instantOf(text: string | undefined): Date | null {
  const at = new Date(text !== undefined && /^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The half-open window of a list whose records have a time, as the address has it; of whole days the service knows the first and the last. */
export const timeFilters = (days: boolean, translate: (key: string) => string): readonly ListFilter[] => [
  {
    source: 'since',
    label: translate('time.from'),
    readable: (since) => instantOf(since) !== null,
    ...(days ? { argument: 'from' } : {}),
  },
  {
    source: 'until',
    label: translate('time.to'),
    readable: (until, { since = '' }) => {
      const [first, last] = [instantOf(since), instantOf(until)];
      return last !== null && (first === null || first <= last);
    },
    ...(days ? { argument: 'to' } : {}),
  },
];
