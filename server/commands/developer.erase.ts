import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../app/database.js';
import { organizationChain, recordAudit } from '../platform/audit/audit.js';
import { developerTables } from '../platform/database/tables.subjects.js';
import { publicId } from '../platform/ids.js';
import { ERASED_DEVELOPER, eraseDeveloperEvents, holdFolding } from '../tracking/index.js';
import { organizationUuid } from './people.js';
import { CommandError, UsageError } from './print.js';
import { type ErasedRows, type Erasure, outsideOfDatabase, type RemainingRows } from './subject.answer.js';
import { countRows, deleteRows, exportRows, quoted, type WriteLine } from './subject.rows.js';

const OPERATOR = 'operator';

const rowsOf = (
  { table, column, where }: (typeof developerTables)[number],
  organization: string,
  developer: string,
) => ({
  table,
  where: `organization_id = ? and ${quoted(column)} = ?${where ? ` and ${where}` : ''}`,
  values: [organization, developer],
});

const EVENTS = { table: 'tracking_event', column: 'developer_id' };

/** Writes every event and count of a developer of an organization as lines of JSON, in one moment; answers how many rows there were. */
export const exportDeveloper = (
  { orm }: Database,
  { developer, organization }: { developer: string; organization: string },
  write: WriteLine,
): Promise<number> => {
  const organizationId = organizationUuid(organization);
  return orm.em.fork().transactional(async (tx) => {
    await tx.execute('set transaction isolation level repeatable read');
    let rows = 0;
    for (const place of [EVENTS, ...developerTables])
      rows += await exportRows(tx, write, rowsOf(place, organizationId, developer));
    if (rows === 0) throw new CommandError(`${organization} has no events of that developer`);
    return rows;
  });
};

/**
 * Erases a developer from an organization in one transaction, while folding waits: events and counts stay under a random id that leads to no one, the
 * content of the events goes. Every figure stays as it was, and a retry of an old event is still a duplicate. The log names neither id.
 */
export async function eraseDeveloper(
  { orm }: Database,
  { developer, organization, reason }: { developer: string; organization: string; reason: string },
): Promise<Erasure> {
  const organizationId = organizationUuid(organization);
  if (reason.toLowerCase().includes(developer.toLowerCase()))
    throw new UsageError('--reason must not name the developer: it stays in the log');
  if (developer.startsWith(ERASED_DEVELOPER)) throw new UsageError('this developer is erased already');
  const pseudonym = `${ERASED_DEVELOPER}${randomBytes(16).toString('hex')}`;
  const erased: ErasedRows[] = [];
  const remains: RemainingRows[] = [];
  await orm.em.fork().transactional(async (tx) => {
    await holdFolding(tx);
    const verdicts = await deleteVerdicts(tx, organizationId, developer);
    const { events, keysThatNameThem } = await eraseDeveloperEvents(tx, {
      organizationId,
      developerId: developer,
      pseudonym,
    });
    add(erased, 'events, their id and content', 'tracking_event', events);
    add(erased, 'verdicts', 'tracking_verdict', verdicts);
    for (const place of developerTables)
      add(
        erased,
        'counts under their id',
        place.table,
        await rename(tx, place, { organizationId, developer, pseudonym }),
      );
    add(erased, 'saved views that name them', 'saved_view', await deleteViews(tx, organizationId, developer));
    if (erased.length === 0) throw new CommandError(`${organization} has no events of that developer`);
    remains.push(
      {
        kind: 'events without their content',
        rows: events,
        reason:
          'name, family, product, account, campaign, times and counted members of a receipt stay under a random id, so that every figure of the company stays what it was',
      },
      {
        kind: 'idempotency keys and fingerprints',
        rows: events,
        reason: `a retry of an old event must be answered as a duplicate and bring nothing back${keysThatNameThem > 0 ? `; ${keysThatNameThem} of the keys contain the developer’s id, as the company chose them` : ''}`,
      },
    );
    const files = await countRows(tx, {
      table: 'csv_import_piece',
      where: 'organization_id = ?',
      values: [organizationId],
    });
    if (files > 0)
      remains.push({
        kind: 'files that are being imported',
        rows: files,
        reason: 'their rows go with the import, or after a day: run this command again then',
      });
    await recordAudit(tx, new Date(), {
      chain: organizationChain(organizationId),
      actor: OPERATOR,
      action: 'developer.erase',
      resource: 'organization',
      resourceId: publicId('org', organizationId),
      changes: { events: [events, 0] },
      reason,
    });
  });
  return { erased, remains: [...remains, ...outsideOfDatabase] };
}

const add = (erased: ErasedRows[], kind: string, table: string, rows: number): void => {
  if (rows > 0) erased.push({ kind, table, rows });
};

async function rename(
  tx: EntityManager,
  place: (typeof developerTables)[number],
  { organizationId, developer, pseudonym }: { organizationId: string; developer: string; pseudonym: string },
): Promise<number> {
  const { table, where, values } = rowsOf(place, organizationId, developer);
  const renamed = await tx.execute<unknown[]>(
    `update ${quoted(table)} set ${quoted(place.column)} = ? where ${where} returning 1`,
    [pseudonym, ...values],
  );
  return renamed.length;
}

/** Verdicts hold keys and pointers of single events: those of the developer go. */
const deleteVerdicts = (tx: EntityManager, organizationId: string, developer: string): Promise<number> =>
  deleteRows(tx, {
    table: 'tracking_verdict',
    where: `organization_id = ? and event_id in (select id from ${quoted('tracking_event')} where organization_id = ? and developer_id = ?)`,
    values: [organizationId, organizationId, developer],
  });

const deleteViews = (tx: EntityManager, organizationId: string, developer: string): Promise<number> =>
  deleteRows(tx, {
    table: 'saved_view',
    where: 'organization_id = ? and strpos(parameters::text, ?) > 0',
    values: [organizationId, JSON.stringify(developer).slice(1, -1)],
  });
