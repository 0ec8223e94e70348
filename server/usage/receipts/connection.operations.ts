import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { actorOf, boundProjectOf, lockPerson, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { updateRows } from '../../platform/database/rows.update.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { describeConnection, type FoundConnection, findConnections, stateAt } from './connection.query.js';
import {
  type ConnectToolInput,
  type RenewToolConnectionInput,
  type RevokeToolConnectionInput,
  type ToolConnection,
  ToolConnectionState,
  type ToolConnectionsArgs,
} from './connection.types.js';
import { Connection } from './receipt.entity.js';
import { noSuchTool } from './receipt.rules.js';
import { stopRelay } from './relay.job.js';

/** Days that a consent lives before a person renews it (decisions §7). */
const LIFE_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The browser alone makes, renews and ends a consent (specification §5, Consented receipts). */
const declaration = { who: ['session'], writes: true, limit: 'workflow' } as const;

/** Agrees to share receipts of a tool with its vendor; one that has ended begins again, one that is active stays as it is. */
export const connectTool = operation(
  { name: 'connectTool', ...declaration },
  function connectTool(ctx, { toolSlug }: ConnectToolInput): Promise<ToolConnection> {
    return change(ctx, async (em, owner, now) => {
      const [before] = await findConnections(em, owner, (of) => of.where('t.slug', '=', toolSlug));
      if (!before) throw noSuchTool({ toolSlug });
      const { tool, connection } = before;
      if (stateAt(now, connection) === ToolConnectionState.active) return before;
      if (connection === null) await requireCapacity(em, owner);
      const begun = { connectedAt: now, expiresAt: endAfter(now) };
      if (connection === null) await em.insert(Connection, { id: newUuid(), userId: owner, tool: tool.id, ...begun });
      else await changeConnection(em, owner, connection.id, { ...begun, renewedAt: null, revokedAt: null });
      return recordChange(ctx, em, { owner, before, now, action: 'tool_connection.connect' });
    });
  },
);

/** Lets a consent live 180 days from now; one that was revoked is made again instead. */
export const renewToolConnection = operation(
  { name: 'renewToolConnection', ...declaration },
  function renewToolConnection(ctx, { connectionId, revision }: RenewToolConnectionInput): Promise<ToolConnection> {
    return change(ctx, async (em, owner, now) => {
      const before = await requireConnection(em, owner, connectionId);
      if (before.connection.revokedAt !== null)
        throw new Fault('STATE_CONFLICT', { say: 'The connection was revoked. Connect the tool again instead.' });
      if (before.connection.revision !== revision)
        throw new Fault('STALE_REVISION', {
          say: `The connection is at revision ${before.connection.revision}.`,
          members: { revision: before.connection.revision },
        });
      await changeConnection(em, owner, before.connection.id, { renewedAt: now, expiresAt: endAfter(now) });
      return recordChange(ctx, em, { owner, before, now, action: 'tool_connection.renew' });
    });
  },
);

/** Ends a consent and, in the same transaction, stops every receipt that was not delivered yet. Repeating it changes nothing. */
export const revokeToolConnection = operation(
  { name: 'revokeToolConnection', ...declaration },
  function revokeToolConnection(ctx, { connectionId }: RevokeToolConnectionInput): Promise<ToolConnection> {
    return change(ctx, async (em, owner, now) => {
      const before = await requireConnection(em, owner, connectionId);
      if (before.connection.revokedAt !== null) return before;
      await changeConnection(em, owner, before.connection.id, { revokedAt: now });
      await stopRelay(em, owner, [before.connection.id], now);
      return recordChange(ctx, em, { owner, before, now, action: 'tool_connection.revoke' });
    });
  },
);

/** One change at a time for each person: their own row is the lock. */
function change(
  ctx: RequestContext,
  work: (em: EntityManager, owner: string, now: Date) => Promise<FoundConnection>,
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

/** A tool with which the person has a connection, whatever its state. */
interface Connected extends FoundConnection {
  readonly connection: NonNullable<FoundConnection['connection']>;
}
const isConnected = (found: FoundConnection): found is Connected => found.connection !== null;

async function requireConnection(em: EntityManager, owner: string, connectionId: string): Promise<Connected> {
  const [found] = await findConnections(em, owner, (of) => of.where('c.id', '=', connectionId));
  if (!found || !isConnected(found)) throw new Fault('NOT_FOUND', { say: 'You have no such connection.' });
  return found;
}

async function requireCapacity(em: EntityManager, owner: string): Promise<void> {
  refuseBeyond('connections', (await em.count(Connection, { userId: owner })) + 1);
}

/** Reads the connection as it has become and puts the change into the audit log. */
async function recordChange(
  ctx: RequestContext,
  em: EntityManager,
  { owner, before, now, action }: { owner: string; before: FoundConnection; now: Date; action: string },
): Promise<FoundConnection> {
  const [after] = await findConnections(em, owner, (of) => of.where('t.slug', '=', before.tool.slug));
  if (!after || !isConnected(after)) throw new Error('a connection that was just written is not there');
  const endOf = ({ connection }: FoundConnection) => connection?.expiresAt.toISOString() ?? null;
  await recordAudit(em, now, {
    chain: personChain(owner),
    actor: actorOf(ctx),
    action,
    resource: 'tool_connection',
    resourceId: publicId('con', after.connection.id),
    revision: after.connection.revision,
    changes: {
      tool: [before.connection && publicId('tol', before.tool.id), publicId('tol', after.tool.id)],
      state: [stateAt(now, before.connection), stateAt(now, after.connection)],
      expiresAt: [endOf(before), endOf(after)],
    },
    requestId: ctx.requestId,
  });
  return after;
}

/** The caller's connections, the newest first, ended ones too; of one tool, also whether there is one at all. */
export const listToolConnections = operation(
  {
    name: 'toolConnections',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function toolConnections(ctx, { toolSlug, state }: ToolConnectionsArgs): Promise<ToolConnection[]> {
    const wanted = (connections: ToolConnection[]): ToolConnection[] =>
      state?.length ? connections.filter((one) => state.includes(one.state)) : connections;
    if (!toolSlug) return wanted(await readConnections(ctx));
    const rows = await findConnections(ctx.em, ownerOf(ctx), (of) => of.where('t.slug', '=', toolSlug));
    if (rows.length === 0) throw noSuchTool({ toolSlug });
    return wanted(rows.map((row) => describeConnection(row, ctx.platform.clock.now())));
  },
);

/** All connections of the caller's account (their number is bounded where they are made); none for a project-scoped token. */
export async function readConnections(ctx: RequestContext): Promise<ToolConnection[]> {
  if (boundProjectOf(ctx) !== null) return [];
  const rows = await findConnections(ctx.em, ownerOf(ctx), (of) =>
    of.where('c.id', 'is not', null).orderBy('c.id', 'desc'),
  );
  return rows.map((row) => describeConnection(row, ctx.platform.clock.now()));
}

/**
 * Ends every consent of a person (a bare UUID) in the caller's transaction and stops what was not delivered yet. Answers the public ids
 * of the connections that were still standing; the caller puts them into the audit log.
 */
export async function endConnections(em: EntityManager, userUuid: string, now: Date): Promise<string[]> {
  const end = { revokedAt: now, revision: raw('revision + 1') };
  const ended = await updateRows(em, Connection, { userId: userUuid, revokedAt: null }, end, ['id']);
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await stopRelay(em, userUuid, ids, now);
  return ids.map((id) => publicId('con', id));
}
