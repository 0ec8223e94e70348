import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Organization } from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { AuditValue } from '../platform/audit/audit.entity.js';
import { ERASE_ACTION, organizationChain, recordAudit } from '../platform/audit/audit.js';
import { appendWaiting } from '../platform/audit/audit.wait.js';
import { BareStatement, membersOf, type RowOf } from '../platform/database/bare-statement.js';
import { closedTables, ERASED, stayingTables } from '../platform/database/tables.subjects.js';
import { holdFolding } from '../tracking/index.js';
import { recordErasure } from './audit.erase.js';
import { organizationUuid } from './people.js';
import { CommandError } from './print.js';
import { type ErasedRows, type Erasure, outsideOfDatabase, type RemainingRows } from './subject.answer.js';
import { countRows, deleteRows, exportRows, quoted, type WriteLine } from './subject.rows.js';

const OPERATOR = 'operator';
/** A flush that began before the keys were gone may store events for five seconds more. */
const WRITERS_LIFE_MS = 5_500;
const PIECE_EVENTS = 5_000;

const ofOrganization = (table: string, organizationId: string) => ({
  table,
  where: `organization_id = ?`,
  values: [organizationId],
});

/** Writes everything of an organization as lines of JSON, in one moment of the database, without keys and secrets; answers how many rows there were. */
export const exportOrganization = ({ orm }: Database, organization: string, write: WriteLine): Promise<number> => {
  const organizationId = organizationUuid(organization);
  return orm.em.fork().transactional(async (tx) => {
    await tx.execute('set transaction isolation level repeatable read');
    let rows = await exportRows(tx, write, { table: 'organization', where: 'id = ?', values: [organizationId] });
    if (rows === 0) throw new CommandError('there is no such organization');
    for (const table of [...closedTables, ...Object.keys(stayingTables)])
      if (table !== 'usage_receipt') rows += await exportRows(tx, write, ofOrganization(table, organizationId));
    return rows;
  });
};

/**
 * Closes an organization: its keys end first, then its events go in pieces, then everything else in one transaction with the entry of the log. May be
 * run again where it was stopped. Its audit chain stays and holds, without its values. Answers what went, and what stays and why.
 */
export async function closeOrganization(
  { orm }: Database,
  { organization, reason }: { organization: string; reason: string },
): Promise<Erasure> {
  const organizationId = organizationUuid(organization);
  const em = orm.em.fork();
  const found = await em.findOne(Organization, { id: organizationId });
  if (!found) throw new CommandError('there is no such organization');
  await appendWaiting(orm.em.fork());
  const rows = new Map<string, number>();
  const count = (table: string, gone: number): void => void rows.set(table, (rows.get(table) ?? 0) + gone);

  count('credential', await endKeys(orm.em.fork(), organizationId));
  await pause(WRITERS_LIFE_MS);
  for (;;) {
    const gone = await deletePiece(orm.em.fork(), organizationId);
    count('tracking_event', gone);
    if (gone < PIECE_EVENTS) break;
  }
  const remains = await orm.em.fork().transactional(async (tx) => {
    await holdFolding(tx); // no fold may count an event into a rollup that is gone
    for (const table of closedTables) count(table, await deleteRows(tx, ofOrganization(table, organizationId)));
    await tx.execute(`update ${quoted('offer')} set organization_id = null where organization_id = ?`, [
      organizationId,
    ]);
    count('audit_value', await eraseValues(tx, organizationId, reason));
    const own = await tx.findOneOrFail(Organization, { id: organizationId }, { refresh: true });
    Object.assign(own, { name: ERASED, domain: null, domainChallenge: null, domainVerifiedAt: null });
    await tx.flush();
    await recordAudit(tx, new Date(), {
      chain: organizationChain(organizationId),
      actor: OPERATOR,
      action: 'organization.close',
      resource: 'organization',
      resourceId: organization,
      changes: { rows: [[...rows.values()].reduce((sum, one) => sum + one, 0), 0] },
      reason,
    });
    return whatStays(tx, organizationId);
  });
  const erased: ErasedRows[] = [...rows].flatMap(([table, gone]) =>
    gone > 0 ? [{ kind: table.replaceAll('_', ' '), table, rows: gone }] : [],
  );
  return { erased, remains };
}

/** Deletes keys and what was noted of them; a key that is gone is refused everywhere at once. */
const endKeys = (em: EntityManager, organizationId: string): Promise<number> =>
  em.transactional(async (tx) => {
    for (const table of ['credential_use', 'enterprise_key_notice'])
      await deleteRows(tx, {
        table,
        where: `credential_id in (select id from ${quoted('credential')} where organization_id = ?)`,
        values: [organizationId],
      });
    return deleteRows(tx, ofOrganization('credential', organizationId));
  });

const deletePiece = (em: EntityManager, organizationId: string): Promise<number> =>
  deleteRows(em, {
    table: 'tracking_event',
    where: `organization_id = ? and id in (select id from ${quoted('tracking_event')} where organization_id = ? order by id limit ${PIECE_EVENTS})`,
    values: [organizationId, organizationId],
  });

export const ERASED_VALUES = new BareStatement(
  membersOf(AuditValue, 'entryId'),
  `delete from audit_value where organization_id = ?
     and entry_id not in (select id from audit_entry where organization_id = ? and action = ?) returning entry_id as "entryId"`,
);

/** The values of the log’s entries go; those that name what was erased stay. */
async function eraseValues(tx: EntityManager, organizationId: string, reason: string): Promise<number> {
  const gone = await tx.execute<RowOf<typeof ERASED_VALUES>[]>(ERASED_VALUES.text, [
    organizationId,
    organizationId,
    ERASE_ACTION,
  ]);
  await recordErasure(tx, {
    chain: organizationChain(organizationId),
    entryIds: gone.map(({ entryId }) => entryId),
    reason,
  });
  return gone.length;
}

async function whatStays(tx: EntityManager, organizationId: string): Promise<RemainingRows[]> {
  const remains: RemainingRows[] = [
    { kind: 'organization', rows: 1, reason: 'its id alone, which its audit chain names; name and domain are erased' },
  ];
  for (const [table, reason] of Object.entries(stayingTables)) {
    const rows = await countRows(tx, ofOrganization(table, organizationId));
    if (rows > 0) remains.push({ kind: table.replaceAll('_', ' '), rows, reason });
  }
  return [
    ...remains,
    {
      kind: 'published adoption',
      rows: null,
      reason: 'finished snapshots never change; they hold rounded counts of tools and no row of the organization',
    },
    { kind: 'submissions', rows: null, reason: 'they go with their contact: dai person erase ADDRESS' },
    ...outsideOfDatabase,
  ];
}
