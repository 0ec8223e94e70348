import type { EnterpriseReport } from './report.types.js';

/** The lists of a report, in the order in which rows are taken from them. */
export const LISTED = ['accounts', 'campaigns', 'toolCalls', 'retention'] as const;
export type Listed = (typeof LISTED)[number];

export type Lists = Pick<EnterpriseReport, Listed>;
/** How many rows of each list have been answered. */
export type Offsets = { readonly [part in Listed]: number };

export const NO_ROWS: Offsets = { accounts: 0, campaigns: 0, toolCalls: 0, retention: 0 };

export interface Cut {
  readonly rows: Lists;
  /** The offsets of the next answer; null when nothing is left. */
  readonly next: Offsets | null;
  readonly leftOut: { readonly part: Listed; readonly rows: number }[];
}

const bytesOf = (row: object): number => Buffer.byteLength(JSON.stringify(row)) + 1;

/**
 * Takes rows from the lists in turns, so that a long one leaves room for the others, until the next row of each is more than what is left of
 * the budget in bytes of compact JSON. Some row always fits: each is far smaller than what the other members leave.
 */
export function cutLists(lists: Lists, from: Offsets, budget: number): Cut {
  const end: { [part in Listed]: number } = { ...from };
  let left = budget;
  let open: readonly Listed[] = LISTED;
  while (open.length > 0) {
    open = open.filter((part) => {
      const row = lists[part][end[part]];
      const bytes = row === undefined ? Number.POSITIVE_INFINITY : bytesOf(row);
      if (bytes > left) return false;
      left -= bytes;
      end[part] += 1;
      return true;
    });
  }
  const rows = {
    accounts: lists.accounts.slice(from.accounts, end.accounts),
    campaigns: lists.campaigns.slice(from.campaigns, end.campaigns),
    toolCalls: lists.toolCalls.slice(from.toolCalls, end.toolCalls),
    retention: lists.retention.slice(from.retention, end.retention),
  };
  const leftOut = LISTED.map((part) => ({ part, rows: lists[part].length - end[part] })).filter((one) => one.rows > 0);
  return { rows, next: leftOut.length > 0 ? end : null, leftOut };
}
