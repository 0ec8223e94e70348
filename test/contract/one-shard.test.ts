import pg from 'pg';
import { expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { announceNewAccounts } from '../../server/webhooks/index.js';
import { askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { callerNames, makeCast } from '../setup/cast.js';
import { freshDatabase } from '../setup/database.js';
import { skipWithoutNodes } from '../setup/nodes.js';
import { startSourcedApp } from '../setup/skill-source.js';
import { openStatementCount, type SentStatement } from '../setup/statements.js';
import { byOperation } from './access.table.js';
import { ALL_SHARDS } from './distributed.list.js';

/** The hot path, a company's whole view, its lists and pages, and what its people read of it beside. */
const OF_ONE_ORGANIZATION = [
  'trackEvent',
  'dryRunEvent',
  'dryRunPayload',
  'events',
  'eventLog',
  'refusalStatus',
  'eventCoverage',
  'companyHome',
  'companyNews',
  'companyAdoption',
  'companyAccounts',
  'companyAccount',
  'companyAccountStory',
  'companyDevelopers',
  'companyDeveloper',
  'companyFunnel',
  'companyLifecycle',
  'companyLinkOpens',
  'auditEntries',
  'auditChain',
  'webhooks',
  'webhookMessages',
];

/** The tasks of each part of a statement that goes to nodes, as the database plans it with these values; empty where none does. */
async function tasksOf(client: pg.Client, { text, values }: SentStatement): Promise<number[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
  return rows.flatMap((row) => {
    const [, count] = /Task Count: (\d+)/.exec(row['QUERY PLAN']) ?? [];
    return count === undefined ? [] : [Number(count)];
  });
}

const isPlanned = ({ text }: SentStatement): boolean => /^\s*(?:select|insert|update|delete|with)\b/i.test(text);

skipWithoutNodes();

it('asks one shard in every operation of one organization, and every shard only where the list says so', async () => {
  const { url, drop } = await freshDatabase('template_demo');
  const counted = await openStatementCount(url);
  const app = await startSourcedApp(counted.url);
  const cast = await makeCast(app);
  const calls = callsOf(app, cast);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = new Map<string, number[]>();
  const read = async (by: string): Promise<void> => {
    for (const one of counted.takeSent().filter(isPlanned)) {
      const tasks = await tasksOf(client, one);
      if (tasks.length) found.set(by, [...(found.get(by) ?? []), ...tasks]);
    }
  };
  counted.take();
  for (const [name, verdicts] of byOperation) {
    if (!OF_ONE_ORGANIZATION.includes(name)) continue;
    const caller = callerNames.find((one) => verdicts[one] === 'ok');
    const call = calls[name];
    if (!caller || !call) continue;
    const variables = await call.variables();
    counted.take();
    const { errors } = await askGraphql(app, call.document, variables, cast.callers[caller]);
    expect(errors, name).toEqual([]);
    await read(name);
  }
  const many = [...found].flatMap(([name, tasks]) => (tasks.every((count) => count === 1) ? [] : [name]));
  expect([...found.keys()], 'these do go to a shard').toContain('companyAdoption');
  expect(many).toEqual(Object.keys(ALL_SHARDS).filter((name) => OF_ONE_ORGANIZATION.includes(name)));
  await foldEvents(app.app.platform.em(), announceNewAccounts(app.app.platform.log));
  await read('fold');
  expect(Math.max(...(found.get('fold') ?? [])), 'folding asks each of the four shards').toBe(4);
  await client.end();
  await app.close();
  await counted.close();
  await drop();
});
