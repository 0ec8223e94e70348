import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { actorOf, lockPerson, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type ConnectionRow, describeConnection, findConnections, stateOf } from './connection.query.js';
import {
  type ConnectToolInput,
  type RenewToolConnectionInput,
  type RevokeToolConnectionInput,
  type ToolConnection,
  ToolConnectionState,
} from './connection.types.js';
import { Connection } from './receipt.entity.js';
import { stopRelay } from './relay.stop.js';
import { noSuchTool } from './tool-reference.rules.js';

/** Days that a consent lives before a person renews it (decisions §7). */
const LIFE_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A person with more has lost count of what they agreed to; it also bounds the list, which has no pages. */
const CONNECTIONS_MAX = 200;

/** The browser alone makes, renews and ends a consent (specification §5, Consented receipts). */
const declaration = { who: ['session'], writes: true, limit: 'workflow' } as const;

/** Agrees to share receipts of a tool with its vendor; one that has ended begins again, one that is active stays as it is. */
export const connectTool = operation(
  { name: 'connectTool', ...declaration },
  (ctx, { toolSlug }: ConnectToolInput): Promise<ToolConnection> =>
    change(ctx, async (em, owner, now) => {
      const [before] = await findConnections(em, owner, 't.slug = ?', [toolSlug]);
      if (!before) throw noSuchTool({ toolSlug });
      if (stateOf(before, now) === ToolConnectionState.active) return before;
      if (before.id === null) await requireCapacity(em, owner);
      const begun = { connectedAt: now, expiresAt: endAfter(now) };
      if (before.id === null)
        await em.insert(Connection, { id: newUuid(), userId: owner, tool: before.tool_id, ...begun });
      else await changeConnection(em, owner, before.id, { ...begun, renewedAt: null, revokedAt: null });
      return recordChange(ctx, em, { owner, before, now, action: 'tool_connection.connect' });
    }),
);

/** Lets a consent live 180 days from now; one that was revoked is made again instead. */
export const renewToolConnection = operation(
  { name: 'renewToolConnection', ...declaration },
  (ctx, { connectionId, revision }: RenewToolConnectionInput): Promise<ToolConnection> =>
    change(ctx, async (em, owner, now) => {
      const before = await requireConnection(em, owner, connectionId);
      if (before.revoked_at !== null)
        throw new Fault('STATE_CONFLICT', { say: 'The connection was revoked. Connect the tool again instead.' });
      if (before.revision !== revision)
        throw new Fault('STALE_REVISION', {
          say: `The connection is at revision ${before.revision}.`,
          members: { revision: before.revision },
        });
      await changeConnection(em, owner, before.id, { renewedAt: now, expiresAt: endAfter(now) });
      return recordChange(ctx, em, { owner, before, now, action: 'tool_connection.renew' });
    }),
);

/** Ends a consent and, in the same transaction, stops every receipt that was not delivered yet. Repeating it changes nothing. */
export const revokeToolConnection = operation(
  { name: 'revokeToolConnection', ...declaration },
  (ctx, { connectionId }: RevokeToolConnectionInput): Promise<ToolConnection> =>
    change(ctx, async (em, owner, now) => {
      const before = await requireConnection(em, owner, connectionId);
      if (before.revoked_at !== null) return before;
      await changeConnection(em, owner, before.id, { revokedAt: now });
      await stopRelay(em, owner, before.id, now);
      return recordChange(ctx, em, { owner, before, now, action: 'tool_connection.revoke' });
    }),
);

/** One change at a time for each person: their own row is the lock. */
function change(
  ctx: RequestContext,
  work: (em: EntityManager, owner: string, now: Date) => Promise<ConnectionRow>,
): Promise<ToolConnection> {
  const owner = ownerOf(ctx);
  return ctx.em.transactional(async (em) => {
    await lockPerson(em, owner);
    const now = ctx.platform.clock.now();
    return describeConnection(await work(em, owner, now), now);
  });
}

const changeConnection = (
  em: EntityManager,
  owner: string,
  id: string,
  change: Partial<Pick<Connection, 'connectedAt' | 'renewedAt' | 'expiresAt' | 'revokedAt'>>,
): Promise<number> => em.nativeUpdate(Connection, { userId: owner, id }, { ...change, revision: raw('revision + 1') });

const endAfter = (now: Date): Date => new Date(now.getTime() + LIFE_DAYS * DAY_MS);

async function requireConnection(
  em: EntityManager,
  owner: string,
  connectionId: string,
): Promise<ConnectionRow & { id: string }> {
  const [row] = await findConnections(em, owner, 'c.id = ?', [uuidOf('con', connectionId)]);
  if (!row || row.id === null) throw new Fault('NOT_FOUND', { say: 'You have no such connection.' });
  return { ...row, id: row.id };
}

async function requireCapacity(em: EntityManager, owner: string): Promise<void> {
  if ((await em.count(Connection, { userId: owner })) >= CONNECTIONS_MAX)
    throw new Fault('STATE_CONFLICT', {
      say: `You have reached the limit of ${CONNECTIONS_MAX} connected tools.`,
    });
}

/** Reads the connection as it has become and puts the change into the audit log. */
async function recordChange(
  ctx: RequestContext,
  em: EntityManager,
  { owner, before, now, action }: { owner: string; before: ConnectionRow; now: Date; action: string },
): Promise<ConnectionRow> {
  const [after] = await findConnections(em, owner, 't.id = ?', [before.tool_id]);
  if (!after || after.id === null) throw new Error('a connection that was just written is not there');
  const ends = (row: ConnectionRow) => row.expires_at && new Date(row.expires_at).toISOString();
  await recordAudit(em, now, {
    chain: personChain(owner),
    actor: actorOf(ctx),
    action,
    resource: 'tool_connection',
    resourceId: publicId('con', after.id),
    revision: after.revision ?? 0,
    changes: {
      tool: [before.id && publicId('tol', before.tool_id), publicId('tol', after.tool_id)],
      state: [stateOf(before, now), stateOf(after, now)],
      expiresAt: [ends(before), ends(after)],
    },
    requestId: ctx.requestId,
  });
  return after;
}
