import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogTool, LIVE_LINK } from '../../directory/index.js';
import { BareStatement, type ManagedRowOf, membersOf } from '../../platform/database/bare-statement.js';
import { publicId } from '../../platform/ids.js';
import { type ToolConnection, ToolConnectionState } from './connection.types.js';
import { Connection } from './receipt.entity.js';

/** True where a tool `t` of the statement around it has a vendor to relay to. */
const IS_LINKED = `exists (select 1 from ${LIVE_LINK} where x.tool_id = t.id and x.unlinked_at is null)`;

export const CONNECTIONS = new BareStatement(
  {
    tool_id: [CatalogTool, 'id'],
    ...membersOf(CatalogTool, 'slug', 'name'),
    linked: 'boolean',
    connected_at: [Connection, 'connectedAt'],
    renewed_at: [Connection, 'renewedAt'],
    expires_at: [Connection, 'expiresAt'],
    revoked_at: [Connection, 'revokedAt'],
    ...membersOf(Connection, 'id', 'revision'),
    undelivered: 'integer',
  },
  `select c.id, t.id as tool_id, t.slug, t.name, ${IS_LINKED} as linked, c.connected_at, c.renewed_at, c.expires_at, c.revoked_at, c.revision,
     (select count(*)::int from usage_receipt r where r.user_id = c.user_id and r.connection_id = c.id and r.state in ('waiting', 'queued')) as undelivered
   from tool t left join tool_connection c on c.tool_id = t.id and c.user_id = ?`,
);
type Found = ManagedRowOf<typeof CONNECTIONS>;
type OfTool = 'tool_id' | 'slug' | 'name' | 'linked' | 'undelivered';

/** A tool with its connection: times are text, ids bare UUIDs; members of no connection are null. */
export type ConnectionRow = Pick<Found, OfTool> & {
  readonly [Name in Exclude<keyof Found, OfTool>]: Found[Name] | null;
};

/** The tools that a condition finds, each with the connection that this person (a bare UUID) has with it, if there is one. */
export const findConnections = (
  em: EntityManager,
  userUuid: string,
  condition: string,
  values: readonly unknown[] = [],
): Promise<ConnectionRow[]> =>
  em.execute<ManagedRowOf<typeof CONNECTIONS>[]>(`${CONNECTIONS.text} where ${condition}`, [userUuid, ...values]);

/** The state as it is now: an end that has passed needs no one to note it. */
export function stateAt(
  now: Date,
  { revokedAt, expiresAt }: { readonly revokedAt: Date | null; readonly expiresAt: Date | null },
): ToolConnectionState {
  if (expiresAt === null) return ToolConnectionState.none;
  if (revokedAt !== null) return ToolConnectionState.revoked;
  return expiresAt > now ? ToolConnectionState.active : ToolConnectionState.expired;
}

export const stateOf = ({ revoked_at, expires_at }: ConnectionRow, now: Date): ToolConnectionState =>
  stateAt(now, { revokedAt: dateOf(revoked_at), expiresAt: dateOf(expires_at) });

/** A connection as its owner sees it. */
export const describeConnection = (row: ConnectionRow, now: Date): ToolConnection => ({
  id: row.id && publicId('con', row.id),
  tool: { id: publicId('tol', row.tool_id), slug: row.slug, name: row.name },
  state: stateOf(row, now),
  vendorOrganizationLinked: row.linked,
  connectedAt: dateOf(row.connected_at),
  renewedAt: dateOf(row.renewed_at),
  expiresAt: dateOf(row.expires_at),
  revokedAt: dateOf(row.revoked_at),
  undelivered: row.undelivered,
  revision: row.revision ?? 0,
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
