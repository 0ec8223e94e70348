import type { Place } from './page.js';

/** The periods that are published. */
export const PERIODS = [
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['90d', '90 days'],
] as const;
/** The period for which evidence and shares are published (adoption-v2). */
export const EVIDENCE_PERIOD = '90d';
export const PERIOD_QUERY = ['period'];
export const DEFAULT_PERIOD = '30d';

/** The period that was asked for, whether there is such a one or not. */
export const periodOf = ({ query }: Place): string => query.get('period') ?? DEFAULT_PERIOD;

/** A page's address for one period; the usual one is not named. */
export const periodAt = (path: string, period: string): string =>
  period === DEFAULT_PERIOD ? path : `${path}?period=${period}`;
