import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addDays,
  makeSnapshot,
  newestDueDay,
  readPublicationSecret,
  readToolTruths,
} from '../../server/adoption/index.js';
import { askGraphql, type GraphqlReply } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import type { Call } from '../setup/calls.js';
import { type Cast, makeCast } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';

let app: SourcedApp;
let cast: Cast;
let calls: Record<string, Call>;
beforeAll(async () => {
  app = await startSourcedApp();
  cast = await makeCast(app);
  calls = callsOf(app, cast);
});
afterAll(() => app.close());

const AT_ONCE = 6;

const call = async (operation: string, given?: Record<string, unknown>): Promise<GraphqlReply<unknown>> => {
  const { document, variables } = calls[operation] ?? { document: '', variables: () => ({}) };
  return askGraphql(app, document, given ?? (await variables()), cast.callers.owner);
};

async function entriesOf(action: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    app.databaseUrl,
    'select count(*)::int as n from audit_entry where action = $1',
    [action],
  );
  return row?.n ?? 0;
}

/** Sends one call several times at once: each is answered, and the audit log has one entry of them. */
async function happensOnce(operation: string, action: string, given?: Record<string, unknown>): Promise<void> {
  const before = await entriesOf(action);
  const variables = given ?? (await calls[operation]?.variables());
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => call(operation, variables)));
  expect(replies.filter(({ errors }) => errors.length > 0)).toEqual([]);
  expect(await entriesOf(action)).toBe(before + 1);
}

describe('of calls at once', () => {
  it('revokeTrackingKey happens once', () => happensOnce('revokeTrackingKey', 'tracking_key.revoke'));
  it('revokeEnterpriseKey happens once', () => happensOnce('revokeEnterpriseKey', 'enterprise_key.revoke'));
  it('revokeWorkflowToken happens once', () => happensOnce('revokeWorkflowToken', 'workflow_token.revoke'));
  it('declareAccount happens once', () => happensOnce('declareAccount', 'account.declare'));

  it('removeSpend happens once', async () => {
    expect((await call('recordSpend')).errors).toEqual([]);
    await happensOnce('removeSpend', 'monthly_spend.remove');
  });

  it('removeSpendBudget happens once', async () => {
    expect((await call('setSpendBudget')).errors).toEqual([]);
    await happensOnce('removeSpendBudget', 'spend_budget.remove');
  });

  it('removeCodexSnapshot happens once', async () => {
    expect((await call('saveCodexSnapshot')).errors).toEqual([]);
    await happensOnce('removeCodexSnapshot', 'codex_snapshot.remove');
  });

  it('confirmCsvImport happens once', async () => {
    const variables = await calls.checkCsvImport?.variables();
    expect((await call('checkCsvImport', variables)).errors).toEqual([]);
    const { organizationId, importId } = (variables as { input: Record<string, unknown> }).input;
    const before = await entriesOf('csv_import.confirm');
    const input = { organizationId, importId, revision: 2 };
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => call('confirmCsvImport', { input })));
    const codes = replies.map(({ errors }) => errors[0]?.extensions.code ?? 'ok').toSorted();
    expect(codes).toEqual([...Array.from({ length: AT_ONCE - 1 }, () => 'STATE_CONFLICT'), 'ok']);
    expect(await entriesOf('csv_import.confirm')).toBe(before + 1);
  });
});

it('a snapshot of a day is made once', async () => {
  const at = app.clock.now();
  const day = addDays(newestDueDay(at), -300);
  const secret = await readPublicationSecret(app.databaseUrl);
  const make = () => makeSnapshot(app.app.platform.em(), { day, at, readTruths: readToolTruths, secret });
  const made = await Promise.all(Array.from({ length: AT_ONCE }, make));
  expect(made.filter(Boolean)).toHaveLength(1);
  const rows = await query(app.databaseUrl, 'select 1 from adoption_snapshot where day = $1', [day]);
  expect(rows).toHaveLength(1);
});
