import type { EntityManager } from '@mikro-orm/postgresql';
import { type CatalogTool, IS_LINKED } from '../../directory/index.js';
import { partOf } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import type { Row } from '../../platform/row.types.js';
import { type ToolConnection, ToolConnectionState } from './connection.types.js';
import { Connection, type Receipt } from './receipt.entity.js';
import { UsageReceiptState } from './receipt.types.js';

interface ConnectionTables {
  readonly tool: TableOf<CatalogTool>;
  readonly tool_connection: TableOf<Connection>;
  readonly usage_receipt: TableOf<Receipt>;
}

/** Tools (`t`), each with the connection (`c`) that this person (a bare UUID) has with it, if there is one. */
const selectConnections = (em: EntityManager, userUuid: string) =>
  em
    .getKysely<ConnectionTables>()
    .selectFrom('tool as t')
    .leftJoin('tool_connection as c', (on) => on.onRef('c.tool_id', '=', 't.id').on('c.user_id', '=', userUuid));
type ConnectionSelection = ReturnType<typeof selectConnections>;

/** A tool, and the connection of one person with it. */
export interface FoundConnection {
  readonly tool: Pick<CatalogTool, 'id' | 'slug' | 'name'>;
  readonly connection: Row<Connection> | null;
  readonly linked: boolean;
  /** Receipts that are on their way. */
  readonly undelivered: number;
}

interface ConnectionRow {
  readonly toolId: string;
  readonly toolSlug: string;
  readonly toolName: string;
  readonly linked: boolean;
  readonly undelivered: string;
}

/** The tools that a condition finds, each with the connection that this person (a bare UUID) has with it, in one statement. */
export async function findConnections(
  em: EntityManager,
  userUuid: string,
  narrow: (connections: ConnectionSelection) => ConnectionSelection,
): Promise<FoundConnection[]> {
  const connection = partOf(em, Connection, 'c');
  const rows = await narrow(selectConnections(em, userUuid))
    .select((of) => [
      't.id as toolId',
      't.slug as toolSlug',
      't.name as toolName',
      IS_LINKED.as('linked'),
      of
        .selectFrom('usage_receipt as r')
        .whereRef('r.user_id', '=', 'c.user_id')
        .whereRef('r.connection_id', '=', 'c.id')
        .where('r.state', 'in', [UsageReceiptState.waiting, UsageReceiptState.queued])
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('undelivered'),
    ])
    .select(connection.columns)
    .$castTo<ConnectionRow>()
    .execute();
  return rows.map((row) => ({
    tool: { id: row.toolId, slug: row.toolSlug, name: row.toolName },
    connection: connection.take(row),
    linked: row.linked,
    undelivered: Number(row.undelivered),
  }));
}

/** The state as it is now: an end that has passed needs no one to note it. */
export function stateAt(
  now: Date,
  connection: Pick<Connection, 'revokedAt' | 'expiresAt'> | null,
): ToolConnectionState {
  if (connection === null) return ToolConnectionState.none;
  if (connection.revokedAt !== null) return ToolConnectionState.revoked;
  return connection.expiresAt > now ? ToolConnectionState.active : ToolConnectionState.expired;
}

/** A connection as its owner sees it. */
export const describeConnection = (found: FoundConnection, now: Date): ToolConnection => ({
  id: found.connection?.id ?? null,
  tool: found.tool,
  state: stateAt(now, found.connection),
  vendorOrganizationLinked: found.linked,
  connectedAt: found.connection?.connectedAt ?? null,
  renewedAt: found.connection?.renewedAt ?? null,
  expiresAt: found.connection?.expiresAt ?? null,
  revokedAt: found.connection?.revokedAt ?? null,
  undelivered: found.undelivered,
  revision: found.connection?.revision ?? 0,
});
