import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect, it } from 'vitest';
import type { CheckedEvent } from '../../server/tracking/catalog/event.types.js';
import { samples } from './credential.samples.js';
import { check, eventWith, pick, seeded } from './event.builder.js';

/** Stands in every made-up text, so that a problem that repeats a value is caught. */
const canary = 'cAnArY';
const strangeText = [
  '',
  ' ',
  'a',
  '\0',
  '\ud800',
  '\udfff',
  '👍',
  'é',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e400',
  '../..',
  '<script>',
  'relay:1',
  'csv:1',
  '2026-02-30T00:00:00Z',
  '2026-11-20T10:00:00Z',
  'https://a:b@c.example',
  'a.example',
  'a'.repeat(300),
  '\u202e',
  '{"a":1}',
  'IMPORT',
] as const;
const strangeNames = [
  'event_name',
  'event_family',
  'developer_id',
  'account_domain',
  'product',
  'context',
  'attribution',
  'campaignId',
  'source',
  'occurredAt',
  'projectId',
  'idempotencyKey',
  'event_id',
  'metadata',
  'usageReceipt',
  'receiptType',
  'id',
  'name',
  'type',
  'user',
  'workflow',
  'costCents',
  'event',
  'userId',
  'messageId',
  'timestamp',
  'batch',
  'properties',
  '__proto__',
  'constructor',
  'toJSON',
  'prompt',
  'importId',
  'repo_proof',
  'kind',
  '~',
  '/',
  'a/b~c',
  '',
  '\0',
  '\ud83d',
  'length',
  '0',
  '10',
] as const;

const random = seeded(42);
const makers = Object.values(samples).flat();

function strange(levels: number): unknown {
  switch (Math.floor(random() * (levels > 0 ? 11 : 8))) {
    case 0:
      return pick(random, [null, true, false, undefined]);
    case 1:
      return pick(random, [
        0,
        -0,
        1,
        -1,
        1.5,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        2 ** 53,
        -(2 ** 60),
        1e308,
        1e-320,
      ]);
    case 2:
      return pick(random, [1n, Symbol('s'), () => canary, new Date(Number.NaN), new Map(), Object.create(null), /x/]);
    case 3:
      return random() < 0.1 ? (makers[Math.floor(random() * makers.length)]?.(random) ?? '') : canary;
    case 4:
    case 5:
    case 6:
    case 7:
      return pick(random, strangeText);
    case 8:
      return Array.from({ length: Math.floor(random() * 4) }, () => strange(levels - 1));
    default: {
      const made: Record<string, unknown> = random() < 0.2 ? Object.create(null) : {};
      for (let count = Math.floor(random() * 6); count > 0; count -= 1) {
        Object.defineProperty(made, pick(random, strangeNames), {
          value: strange(levels - 1),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return made;
    }
  }
}

/** A valid event with a few members replaced, so that every rule is reached and not only the first. */
function bent(): unknown {
  const event = eventWith({
    account_domain: 'customer.example',
    metadata: { usageReceipt: { receiptType: 'build' } },
    occurredAt: '2026-11-20T10:00:00Z',
  });
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    Object.defineProperty(event, pick(random, strangeNames), {
      value: strange(5),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return event;
}

function expectWellFormed(checked: CheckedEvent): void {
  const problems = [...checked.warnings, ...(checked.ok ? [] : checked.problems)];
  for (const { pointer, code, detail, hint } of problems) {
    expect(pointer).toMatch(/^(\/([^~]|~[01])*)?$/u);
    expect(code).toMatch(/^[a-z0-9_]+$/);
    expect(`${pointer}${detail}${hint ?? ''}`.isWellFormed()).toBe(true);
    expect(`${pointer}${detail}${hint ?? ''}`).not.toContain('\0');
    expect(`${detail}${hint ?? ''}`).not.toContain(canary);
  }
  if (!checked.ok) {
    expect(checked.problems.length).toBeGreaterThan(0);
    expect(checked.problems.length).toBeLessThanOrEqual(51);
    return;
  }
  const { event } = checked;
  expect(event.canonical).toBe(canonicalize(event.payload));
  expect(event.fingerprint).toEqual(hash('sha256', event.canonical, 'buffer'));
  expect(`${event.canonical}${event.eventName}${event.developerId}${event.idempotencyKey}`).not.toContain('\0');
  expect([event.eventName, event.developerId, event.idempotencyKey]).not.toContain('');
}

/** 20,000 rounds are work of the processor alone: a busy machine takes many times as long as a quiet one. */
const FUZZ_MS = 180_000;

it(
  'never throws and always says something well-formed, whatever comes in',
  () => {
    let accepted = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const raw = round % 2 === 0 ? bent() : strange(6);
      const checked = check(raw, 'store');
      expectWellFormed(checked);
      if (checked.ok) accepted += 1;
      const dry = check(raw, 'dry-run');
      if (checked.ok) expect(dry.ok).toBe(true);
    }
    expect(accepted).toBeGreaterThan(500);
    expect({}).not.toHaveProperty('event_name');
  },
  FUZZ_MS,
);
