import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';

/** The rest of a budget after a count, as express-rate-limit reports it. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  readonly resetTime: Date | undefined;
  /** The caller whose budget it is. */
  readonly key: string;
}

/** Callers whose partition key is remembered: the same few of them would be hashed for every request. */
const partitions = new LRUCache<string, string>({ max: 10_000 });

/** The seconds until a budget is whole again. */
export const resetSeconds = ({ resetTime }: Budget, windowMs: number): number =>
  resetTime ? Math.max(0, Math.ceil((resetTime.getTime() - Date.now()) / 1000)) : Math.ceil(windowMs / 1000);

/** The values of the two header fields that tell a budget. */
export interface BudgetFields {
  readonly rateLimit: string;
  readonly policy: string;
}

/** The entry of one policy in the fields of RateLimit headers. */
export function fieldsOf(name: string, budget: Budget, windowMs: number): BudgetFields {
  const { limit, remaining, key } = budget;
  return {
    rateLimit: `"${name}"; r=${remaining}; t=${resetSeconds(budget, windowMs)}`,
    policy: `"${name}"; q=${limit}; w=${Math.ceil(windowMs / 1000)}; pk=:${partitionOf(key)}:`,
  };
}

/**
 * Tells the budget in the fields of draft 8 of RateLimit headers (draft-ietf-httpapi-ratelimit-headers), in the form in which
 * express-rate-limit writes them. One entry a policy, its last: several calls in one GraphQL request count one after the other.
 */
export function reportBudget(res: Response, name: string, budget: Budget, windowMs: number): void {
  if (res.headersSent) return;
  const { rateLimit, policy } = fieldsOf(name, budget, windowMs);
  setEntry(res, 'RateLimit', `"${name}"`, rateLimit);
  setEntry(res, 'RateLimit-Policy', `"${name}"`, policy);
}

function setEntry(res: Response, header: string, name: string, entry: string): void {
  const present = res.getHeader(header);
  if (present === undefined) return void res.setHeader(header, entry);
  const entries = [present].flat().map(String);
  const at = entries.findIndex((one) => one.startsWith(`${name};`));
  res.setHeader(header, at < 0 ? [...entries, entry] : entries.with(at, entry));
}

/** Names the caller's partition without telling who that is. */
function partitionOf(key: string): string {
  let partition = partitions.get(key);
  if (partition === undefined) {
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 12);
    partition = Buffer.from(digest).toString('base64');
    partitions.set(key, partition);
  }
  return partition;
}
