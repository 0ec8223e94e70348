import { useQuery } from '@tanstack/react-query';
import { spendingQuery } from '../providers/data.spending.js';

/** One month of one's own spending with the saved allowance; null is the month that it is at the service. */
export const useSpending = (month: string | null) => useQuery(spendingQuery(month));

/** The resources that a report changes. */
export const SPENDING = ['spending', 'monthly-spends'] as const;
