import type { EntityManager } from '@mikro-orm/postgresql';
import { endAccount, findAccountByEmail, findPerson, workflowTokenIds } from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { BareStatement, type RowOf } from '../platform/database/bare-statement.js';
import { contactTexts, ERASED, type PersonTrace, personTraces } from '../platform/database/tables.subjects.js';
import { storedEmail } from '../platform/email.rules.js';
import { Fault } from '../platform/fault.js';
import { publicId, readId } from '../platform/ids.js';
import { endConnections } from '../usage/index.js';
import { eraseFromAudit } from './audit.erase.js';
import { CommandError, UsageError } from './print.js';
import { type ErasedRows, type Erasure, outsideOfDatabase, type RemainingRows } from './subject.answer.js';
import { columnsOfTable, countRows, deleteRows, exportRows, quoted, type WriteLine } from './subject.rows.js';

const OPERATOR = 'operator';

/** A person as the tables know them: by the id of an account, by an address, or both. */
export interface PersonFound {
  readonly userUuid: string | null;
  readonly email: string | null;
  readonly name: string | null;
}

/** Finds a person by their address, or by the id of their account; an address without an account may still be a contact's. */
export async function findSubject(em: EntityManager, who: string): Promise<PersonFound> {
  const uuid = readId('usr', who);
  if (uuid !== null) {
    const person = await findPerson(em, uuid);
    return { userUuid: uuid, email: person?.email ?? null, name: person?.name ?? null };
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(who.trim()))
    throw new UsageError('name the person by their address or by an id that begins with usr_');
  const account = await findAccountByEmail(em, who);
  const name = account && ((await findPerson(em, account.id))?.name ?? null);
  return { userUuid: account?.id ?? null, email: account?.email ?? storedEmail(who), name };
}

/** The condition by which a table's rows are a person's; null where nothing of them can be. */
function conditionOf({ id, address }: PersonTrace, { userUuid, email }: PersonFound): Condition | null {
  const parts: Condition[] = [];
  if (id && userUuid !== null)
    parts.push({ where: `${quoted(id)}::text in (?, ?)`, values: [userUuid, publicId('usr', userUuid)] });
  if (address && email !== null) parts.push({ where: `lower(${quoted(address)}) = lower(?)`, values: [email] });
  return parts.length === 0
    ? null
    : { where: parts.map(({ where }) => `(${where})`).join(' or '), values: parts.flatMap(({ values }) => values) };
}

interface Condition {
  readonly where: string;
  readonly values: readonly unknown[];
}

/** Writes everything that is stored about a person as lines of JSON, in one moment of the database; answers how many rows there were. */
export const exportPerson = ({ orm }: Database, who: string, write: WriteLine): Promise<number> =>
  orm.em.fork().transactional(async (tx) => {
    await tx.execute('set transaction isolation level repeatable read');
    const person = await findSubject(tx, who);
    const conditions = new Map<string, Condition[]>();
    for (const trace of personTraces) {
      const condition = conditionOf(trace, person);
      if (condition) conditions.set(trace.table, [...(conditions.get(trace.table) ?? []), condition]);
    }
    let rows = 0;
    for (const [table, found] of conditions)
      rows += await exportRows(tx, write, {
        table,
        where: found.map(({ where }) => `(${where})`).join(' or '),
        values: found.flatMap(({ values }) => values),
      });
    if (rows === 0) throw new CommandError(`nothing is stored about ${who}`);
    return rows;
  });

/**
 * Erases a person: their account and everything private, their name and address wherever others' records hold them, and the values of the audit log.
 * What belongs to others stays under an id that leads to no one. Answers what went, and what stays and why.
 */
export async function erasePerson(database: Database, who: string, reason: string): Promise<Erasure> {
  const { orm } = database;
  const person = await findSubject(orm.em.fork(), who);
  const words = [person.email, person.name, person.userUuid].filter((word) => word !== null);
  if (words.some((word) => reason.toLowerCase().includes(word.toLowerCase())))
    throw new UsageError('--reason must not name the person: it stays in the log');
  const erased: ErasedRows[] = [];
  const remains: RemainingRows[] = [];
  try {
    await orm.em.fork().transactional(async (tx) => {
      erased.push(...(await eraseTexts(tx, person)));
      for (const trace of personTraces) await eraseTrace(tx, trace, person, { erased, remains });
      erased.push(...(await eraseReplies(tx, person)));
      if (person.userUuid !== null && person.email !== null) {
        const { userUuid: userId } = person;
        await endAccount(tx, { userId, at: new Date(), actor: OPERATOR, reason, endConnections });
      }
    });
  } catch (error) {
    throw error instanceof Fault && error.code === 'STATE_CONFLICT' ? new CommandError(error.message) : error;
  }
  const values = await eraseValues(database, person, reason);
  if (erased.length === 0 && values === 0 && remains.length === 0)
    throw new CommandError(`nothing is stored about ${who}`);
  if (values > 0) erased.push({ kind: 'values of the audit log', table: 'audit_value', rows: values });
  return { erased, remains: [...remains, ...outsideOfDatabase] };
}

async function eraseTrace(
  tx: EntityManager,
  trace: PersonTrace,
  person: PersonFound,
  { erased, remains }: { erased: ErasedRows[]; remains: RemainingRows[] },
): Promise<void> {
  const condition = conditionOf(trace, person);
  if (!condition) return;
  const { table, kind, on, to = {} } = trace;
  if (on === 'deleted') {
    const rows = await deleteRows(tx, { table, ...condition });
    if (rows > 0) erased.push({ kind, table, rows });
    return;
  }
  const rows = await countRows(tx, { table, ...condition });
  if (rows === 0) return;
  if (on === 'stays') {
    remains.push({
      kind: `${kind} (${table})`,
      rows,
      reason: 'they belong to others; they name the id of an account that is gone',
    });
    return;
  }
  if (on === 'cleared') {
    const columns = Object.keys(to);
    await tx.execute(
      `update ${quoted(table)} set ${columns.map((column) => `${quoted(column)} = ?`).join(', ')} where ${condition.where}`,
      [...Object.values(to), ...condition.values],
    );
  }
  erased.push({ kind, table, rows }); // rows that go with the account are gone when this transaction ends
}

export const CONTACTS = new BareStatement(
  { id: 'uuid', name: 'text', written: 'text' },
  'select id, contact_name as name, contact_email as written from intake_submission where lower(contact_email) = lower(?)',
);

/** Replaces name and address of a contact in the texts of their submissions, before the submission forgets whose they are. */
async function eraseTexts(tx: EntityManager, { email }: PersonFound): Promise<ErasedRows[]> {
  if (email === null) return [];
  const contacts = await tx.execute<RowOf<typeof CONTACTS>[]>(CONTACTS.text, [email]);
  const found: ErasedRows[] = [];
  for (const { id, name, written } of contacts)
    for (const { table, submission, columns } of contactTexts)
      for (const column of columns)
        for (const word of [written, email, name])
          found.push(...(await eraseWord(tx, { table, column, submission, id }, word)));
  return found;
}

async function eraseWord(
  tx: EntityManager,
  { table, column, submission, id }: { table: string; column: string; submission: string; id: string },
  word: string,
): Promise<ErasedRows[]> {
  const written = JSON.stringify(word).slice(1, -1);
  const type = (await columnsOfTable(tx, table)).find(({ name }) => name === column)?.type ?? 'text';
  const rows = await tx.execute<unknown[]>(
    `update ${quoted(table)} set ${quoted(column)} = replace(${quoted(column)}::text, ?, ?)::${type}
     where ${quoted(submission)} = ? and strpos(${quoted(column)}::text, ?) > 0 returning 1`,
    [written, ERASED, id, written],
  );
  return rows.length === 0 ? [] : [{ kind: 'texts of submissions', table, rows: rows.length }];
}

/** Deletes links of sign-in and stored answers that hold the person. */
async function eraseReplies(tx: EntityManager, { userUuid, email }: PersonFound): Promise<ErasedRows[]> {
  const tokens = userUuid === null ? [] : await workflowTokenIds(tx, userUuid);
  const words = [userUuid, email, ...tokens].filter((word) => word !== null);
  const found: ErasedRows[] = [];
  for (const [table, kind, columns] of [
    ['auth.verification', 'links of sign-in', ['identifier', 'value']],
    ['idempotent_request', 'answers stored for a retry', ['owner', 'answer']],
  ] as const) {
    const where = words
      .flatMap(() => columns.map((column) => `strpos(coalesce(${quoted(column)}::text, ''), ?) > 0`))
      .join(' or ');
    const rows = await deleteRows(tx, { table, where, values: words.flatMap((word) => columns.map(() => word)) });
    if (rows > 0) found.push({ kind, table, rows });
  }
  return found;
}

/** Erases the values of the log that the address or the account stand for; none where the log knows neither. */
async function eraseValues(database: Database, { userUuid, email }: PersonFound, reason: string): Promise<number> {
  let erased = 0;
  for (const who of [email, userUuid === null ? null : publicId('usr', userUuid)])
    if (who !== null)
      erased += await eraseFromAudit(database, who, reason).catch((error: unknown) => {
        if (error instanceof CommandError && !(error instanceof UsageError)) return 0;
        throw error;
      });
  return erased;
}
