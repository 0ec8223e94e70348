import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayWait } from '../../server/platform/audit/audit.chain.js';
import {
  type AuditChain,
  actOf,
  appendOrWait,
  organizationChain,
  PLATFORM_CHAIN,
  personChain,
} from '../../server/platform/audit/audit.js';
import { verifyAudit } from '../../server/platform/audit/audit.verify.js';
import { appendWaiting, isAnyWaiting } from '../../server/platform/audit/audit.wait.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { newUuid } from '../../server/platform/ids.js';
import { asGateway, freshDatabase, query } from '../setup/database.js';
import { skipOnNodes } from '../setup/nodes.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let orm: Awaited<ReturnType<typeof openOrm>>;
let gateway: Awaited<ReturnType<typeof openOrm>>;
beforeAll(async () => {
  database = await freshDatabase();
  orm = await openOrm(database.url, [], 4);
  gateway = await openOrm(asGateway(database.url), [], 4);
});
afterAll(async () => {
  await gateway.close();
  await orm.close();
  await database.drop();
});

const AT = new Date('2026-03-01T10:00:00.000Z');
const record = (chain: AuditChain, action: string): Promise<void> =>
  gateway.em.fork().transactional((em) => {
    const { act, values } = actOf(AT, {
      chain,
      actor: chain.name,
      action,
      resource: 'user',
      resourceId: chain.name,
      changes: { name: ['Zoë', action] },
      reason: 'a reason',
    });
    return appendOrWait(em, chain, act, values);
  });
const actions = async (chain: AuditChain): Promise<string[]> =>
  (
    await query<{ action: string }>(
      database.url,
      'select action from audit_entry where organization_id = $1 order by sequence',
      [chain.id],
    )
  ).map(({ action }) => action);
/** A distributed database says so of a chain whose node is away, over a connection that goes on. */
const loseNodeOf = (chain: AuditChain) =>
  query(
    database.url,
    `create function lose_node() returns trigger language plpgsql as
       $$ begin raise exception 'connection to the remote node failed' using errcode = '08006'; end $$;
     create trigger node_away before insert or update on audit_head for each row
       when (new.organization_id = '${chain.id}') execute function lose_node()`,
  );
const bringNodeBack = () => query(database.url, 'drop function lose_node cascade');
const brokenOf = async () =>
  (await verifyAudit(orm.em.fork())).flatMap(({ chain, broken }) => broken.map(({ what }) => `${chain} ${what}`));

describe('an audit entry without an organization', () => {
  skipOnNodes('faults/audit.waiting');

  it('waits while the node of its chain is away, and is appended once, in the order of the acts', async () => {
    const [person, other] = [personChain(newUuid()), personChain(newUuid())];
    await record(person, 'session.create');
    await loseNodeOf(person);
    await record(person, 'profile.update');
    await record(person, 'session.revoke');
    await record(other, 'session.create');
    expect(await appendWaiting(orm.em.fork()), 'the node is away still').toBe(0);
    expect([await actions(person), await actions(other)]).toEqual([['session.create'], ['session.create']]);
    await bringNodeBack();
    await record(person, 'account.close');
    expect(await actions(person), 'what comes later waits behind what waits').toEqual(['session.create']);
    const appended = await Promise.all([appendWaiting(orm.em.fork()), appendWaiting(orm.em.fork())]);
    expect(appended.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await actions(person)).toEqual(['session.create', 'profile.update', 'session.revoke', 'account.close']);
    expect(await isAnyWaiting(orm.em.fork())).toBe(false);
    expect(await brokenOf()).toEqual([]);
  });

  it('shows where its values were changed while it waited', async () => {
    const person = personChain(newUuid());
    await loseNodeOf(person);
    await record(person, 'profile.update');
    await bringNodeBack();
    await query(database.url, `grant update on audit_waiting to dai`);
    await query(database.url, `update audit_waiting set changes = '{}' where chain_id = $1`, [person.id]);
    expect(await appendWaiting(orm.em.fork())).toBe(1);
    expect(await brokenOf()).toEqual([`${person.name} values`]);
  });

  it('can be added by the role that serves, and neither changed nor taken away by it', async () => {
    for (const sql of ['update audit_waiting set reason = null', 'delete from audit_waiting'])
      await expect(query(asGateway(database.url), sql)).rejects.toThrow('permission denied');
  });
});

it('waits for people and the platform alone', () => {
  expect([personChain(newUuid()), PLATFORM_CHAIN, organizationChain(newUuid())].map(mayWait)).toEqual([
    true,
    true,
    false,
  ]);
});
