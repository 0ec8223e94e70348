import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { describe, expect, it } from 'vitest';
import { reportBudget, resetSeconds } from '../../server/platform/http/limit-headers.js';

const WINDOW_MS = 60_000;
const KEYS = ['key_0190', '203.0.113.7', '2001:db8:1:2::/64', 'ünï'];

/** The RateLimit fields that an answer carries, as they stand in it. */
async function fieldsOf(tell: express.RequestHandler): Promise<string[]> {
  const server = express()
    .use(tell, (_req, res) => void res.end())
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.close();
  return ['RateLimit', 'RateLimit-Policy'].map((name) => `${headers.get(name)}`);
}

describe('the RateLimit fields', () => {
  it.each(KEYS)('are those that express-rate-limit writes, for the caller %s', async (key) => {
    const library = rateLimit({
      identifier: 'track',
      limit: 7,
      windowMs: WINDOW_MS,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: () => key,
    });
    const ours: express.RequestHandler = (_req, res, next) => {
      const resetTime = new Date(Date.now() + WINDOW_MS);
      reportBudget(res, 'track', { limit: 7, remaining: 6, resetTime, key }, WINDOW_MS);
      next();
    };
    const theirs = await fieldsOf(library);
    expect(await fieldsOf(ours)).toEqual(theirs);
    expect(await fieldsOf(ours), 'remembered').toEqual(theirs);
  });

  it('have one entry a policy, its last, in the order of the first calls', async () => {
    const spend = (name: string, remaining: number) => ({
      name,
      budget: { limit: 7, remaining, resetTime: undefined, key: 'k' },
    });
    const calls = [spend('track', 6), spend('dry-run', 3), spend('track', 5)];
    const [left] = await fieldsOf((_req, res, next) => {
      for (const { name, budget } of calls) reportBudget(res, name, budget, WINDOW_MS);
      next();
    });
    expect(left).toBe('"track"; r=5; t=60, "dry-run"; r=3; t=60');
  });

  it('never count below zero seconds', () => {
    const over = { limit: 7, remaining: 0, resetTime: new Date(Date.now() - 5_000), key: 'k' };
    expect(resetSeconds(over, WINDOW_MS)).toBe(0);
  });
});
