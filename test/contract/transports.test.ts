import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batch } from '../../rest-shims/api/usage/track/batch.js';
import { dryRun } from '../../rest-shims/api/usage/track/dry-run.js';
import { track } from '../../rest-shims/api/usage/track.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { type Company, makeCompany } from '../setup/people.js';
import { PRODUCT_ID, sequences, twinEvent } from './transports.events.js';

let app: TestApp;
/** Two tenants alike: what one sends over REST the other sends through GraphQL. */
let rest: Company;
let graphql: Company;
beforeAll(async () => {
  app = await startApp();
  rest = await makeCompany(app, PRODUCT_ID);
  graphql = await makeCompany(app, PRODUCT_ID);
});
afterAll(() => app.close());

interface Compared {
  readonly status: number;
  readonly content: unknown;
}

async function overRest(path: string, body: unknown): Promise<Compared> {
  const reply = await ask(`${app.url}${path}`, { body: JSON.stringify(body), token: rest.trackingKey });
  return { status: reply.status, content: comparable(reply.body) };
}

async function throughGraphql(document: string, variables: Record<string, unknown>, good: number): Promise<Compared> {
  const reply = await askGraphql<{ reply: unknown }>(app, document, variables, { token: graphql.trackingKey });
  const [error] = reply.errors;
  return error
    ? { status: error.extensions.status, content: comparable(error.extensions) }
    : { status: good, content: comparable(reply.data?.reply) };
}

/** Without what differs between two calls: ids, times, and the absent members that GraphQL writes as null. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null && name !== 'requestId')
      .map(([name, member]) => [
        name,
        name === 'eventId' || name === 'receivedAt' ? typeof member : comparable(member),
      ]),
  );
}

describe.each(Object.entries(sequences()))('%s', (_name, events) => {
  it('is answered alike by POST /api/usage/track and trackEvent', async () => {
    const answers: [Compared, Compared][] = [];
    for (const event of events)
      answers.push([await overRest(track.path, event), await throughGraphql(track.document, { event }, 200)]);
    for (const [direct, other] of answers) expect(other).toEqual(direct);
  });

  it('is answered alike by POST /api/usage/track/dry-run and dryRunEvent', async () => {
    for (const event of events)
      expect(await throughGraphql(dryRun.document, { event }, 202)).toEqual(await overRest(dryRun.path, event));
  });
});

describe('a batch', () => {
  it('of all of them is answered alike by POST /api/usage/track/batch and trackBatch', async () => {
    const events = Object.values(sequences()).flat();
    for (let at = 0; at < events.length; at += 40) {
      const part = events.slice(at, at + 40);
      expect(await throughGraphql(batch.document, { events: part }, 207)).toEqual(
        await overRest(batch.path, { events: part }),
      );
    }
  });

  it.each([
    ['of good ones', [twinEvent(), twinEvent()]],
    ['of bad ones', [{}, null, 5]],
    ['of none', []],
    ['of 51', Array.from({ length: 51 }, () => twinEvent())],
    ['that is null', null],
    ['that is an object', { a: 1 }],
    ['that is a string', 'events'],
  ])('%s is answered alike', async (_what, events) => {
    expect(await throughGraphql(batch.document, { events }, 200)).toEqual(await overRest(batch.path, { events }));
  });
});
