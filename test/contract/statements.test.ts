import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredCalls } from '../../bench/operations.list.js';
import { askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import type { Call } from '../setup/calls.js';
import { type CallerName, type Cast, makeCast } from '../setup/cast.js';
import { freshDatabase } from '../setup/database.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { openStatementCount, type StatementCount } from '../setup/statements.js';

/**
 * Written by hand: how many statements a call of each of the most called operations sends, from the caller's credential to the end of the
 * transaction. More need a reason in docs/decisions/0047; fewer are written down here, so that they stay fewer.
 */
const STATEMENTS: Readonly<Record<string, readonly [caller: CallerName, statements: number]>> = {
  viewer: ['owner', 4],
  organization: ['owner', 5],
  products: ['owner', 9],
  product: ['owner', 8],
  trackingKeys: ['owner', 5],
  members: ['owner', 5],
  auditEntries: ['owner', 5],
  events: ['owner', 5],
  eventLog: ['owner', 7],
  companyHome: ['owner', 31],
  trackEvent: ['trackingKey', 3],
  directoryContext: ['anonymous', 0],
  offers: ['anonymous', 0],
  myClaims: ['owner', 4],
  savedPlans: ['workflowToken', 2],
  savePlan: ['owner', 12],
  buildPacket: ['owner', 4],
  workflowContext: ['workflowToken', 5],
  workflowTokens: ['owner', 4],
  agentSkills: ['workflowToken', 2],
  publishedSkills: ['anonymous', 1],
  projects: ['workflowToken', 2],
  project: ['owner', 4],
  publicProject: ['anonymous', 1],
  createProjectDraft: ['workflowToken', 10],
  updateProjectDraft: ['owner', 13],
  approveProject: ['owner', 13],
  withdrawProjectApproval: ['owner', 13],
  publishProject: ['owner', 13],
  archiveProject: ['owner', 13],
  createPublicProof: ['owner', 14],
  usage: ['workflowToken', 3],
  reportUsage: ['workflowToken', 8],
  toolConnections: ['owner', 4],
  spending: ['workflowToken', 5],
  recordSpend: ['workflowToken', 10],
};

let app: SourcedApp;
let cast: Cast;
let calls: Record<string, Call>;
let statements: StatementCount;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase('template_demo');
  drop = database.drop;
  statements = await openStatementCount(database.url);
  app = await startSourcedApp(statements.url);
  cast = await makeCast(app);
  calls = callsOf(app, cast);
});
afterAll(async () => {
  await app.close();
  await statements.close();
  await drop();
});

/** The statements of one call. The first call fills what a process remembers, and of the others the shortest had no timer's work in between. */
async function statementsOf(name: string, caller: CallerName): Promise<string[]> {
  const sent: string[][] = [];
  for (let call = 0; call < 4; call += 1) {
    const { document, variables } = calls[name] ?? { document: '', variables: () => ({}) };
    const given = await variables();
    statements.take();
    const { errors } = await askGraphql(app, document, given, cast.callers[caller]);
    sent.push(statements.take());
    expect(errors, name).toEqual([]);
  }
  return sent.slice(1).toSorted((one, other) => one.length - other.length)[0] ?? [];
}

describe('the statements of a call', () => {
  it('are counted of every operation that the bench measures', () => {
    const measured = measuredCalls.filter(({ document }) => document !== null).map(({ name }) => name);
    expect(measured.filter((name) => !(name in STATEMENTS))).toEqual([]);
  });

  it.each(Object.entries(STATEMENTS))('%s sends as many as the table says', async (name, [caller, expected]) => {
    const sent = await statementsOf(name, caller);
    expect(sent, sent.join('\n')).toHaveLength(expected);
  });
});
