import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { columnsOf } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { newUuid } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import {
  compareColumns,
  lockCatalog,
  nextCatalogVersion,
  type RecordChange,
  recordCatalogChanges,
  rowOf,
  storeTools,
  type ToolColumns,
  type ToolRecord,
} from '../catalog/index.js';
import { CatalogTool } from '../tool.entity.js';
import type { CatalogOrigin } from '../vocabulary.types.js';

/** Why a record was not written, in a code and a sentence. */
export interface Refusal {
  readonly outcome: 'refused';
  readonly code: string;
  readonly detail: string;
}

/** The outcome of one record. */
export type WriteOutcome = { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly id: string } | Refusal;

/** The members of every stored record, whatever its kind; `id` is a bare UUID. */
export interface StoredRecord {
  readonly id: string;
  readonly slug: string;
  readonly origin: CatalogOrigin;
  readonly originKey: string | null;
  readonly editedAt: Date | null;
  readonly listed: boolean;
  readonly version: number;
  readonly updatedAt: Date;
}

/** A record is identified by its key in its origin and by the slug that it takes. */
export interface RecordKey {
  readonly origin: CatalogOrigin;
  readonly originKey: string;
  readonly slug: string;
}

/** The condition for a statement that reads a table as `r`: finds the records that others may meet, themselves and the holders of their slugs. */
export function isExisting(keys: readonly RecordKey[]): Expression<SqlBool> {
  const record = expressionBuilder<{ r: Pick<TableOf<StoredRecord>, 'slug' | 'origin' | 'origin_key'> }, 'r'>();
  const slugs = keys.map(({ slug }) => slug);
  return record.or([
    record('r.slug', 'in', slugs),
    ...[...Map.groupBy(keys, ({ origin }) => origin)].map(([origin, own]) => {
      const originKeys = own.map(({ originKey }) => originKey);
      return record.and([record('r.origin', '=', origin), record('r.origin_key', 'in', originKeys)]);
    }),
  ]);
}

/** The stored records that a record meets in the catalog. */
export interface Existing<Stored> {
  /** The same record as it is stored: the one with its origin and key. */
  readonly present: Stored | undefined;
  /** Whichever record has its slug. */
  readonly holder: Stored | undefined;
  readonly stored: readonly Stored[];
}

/** The parts of a write that each kind of record has of its own: its identity, the records that it meets, the comparison and the storing. */
export interface RecordKind<Rec, Stored extends StoredRecord, Columns> {
  keyOf(record: Rec): RecordKey;
  /** Whether a record that was refused keeps the later ones of the same call from its slug and key. */
  readonly refusedReserve: boolean;
  /** Reads the records that these may meet, and answers how one is compared: its columns and which of them differ from the stored ones. */
  read(
    em: EntityManager,
    records: readonly Rec[],
  ): Promise<{
    readonly stored: readonly Stored[];
    compare(record: Rec, present: Stored | undefined): { columns: Columns; fields: readonly string[] };
  }>;
  /** Why a record is left out, or null. */
  refuse(record: Rec, existing: Existing<Stored>): Refusal | null;
  store(em: EntityManager, at: Date, writes: readonly (Columns & RecordChange)[]): Promise<unknown>;
}

const refusal = (code: string, detail: string): Refusal => ({ outcome: 'refused', code, detail });

const REPEATED = refusal('repeated', 'an earlier row of this import has the same key or slug');
const EDITED = refusal('edited_by_a_person', 'a person edited this record; imports leave it alone');

/** Refuses a change of a record that a person edited. */
export const refuseEdited = ({ present }: Existing<StoredRecord>): Refusal | null =>
  present?.editedAt ? EDITED : null;

/** Refuses a slug that another record has. */
export const refuseTakenSlug = (slug: string, { present, holder }: Existing<StoredRecord>): Refusal | null =>
  holder && holder.id !== present?.id ? refusal('slug_taken', `another record holds the slug ${slug}`) : null;

/** A record as one text: imports find it again by its origin and key. */
export const identity = (origin: string, originKey: string | null): string => JSON.stringify([origin, originKey]);

/**
 * Writes records of one kind inside the caller's transaction and answers an outcome for each, in order. A record is found again by its
 * origin and key, so repeating an import changes nothing; all changes are stored together, as one version of the catalog.
 */
export async function writeRecords<Rec, Stored extends StoredRecord, Columns>(
  em: EntityManager,
  at: Date,
  kind: RecordKind<Rec, Stored, Columns>,
  records: readonly Rec[],
): Promise<WriteOutcome[]> {
  if (records.length === 0) return [];
  await lockCatalog(em);
  const { stored, compare } = await kind.read(em, records);
  const byIdentity = new Map(stored.map((one) => [identity(one.origin, one.originKey), one]));
  const bySlug = new Map(stored.map((one) => [one.slug, one]));
  const reserved = new Set<string>();
  const writes: (Columns & RecordChange)[] = [];
  const outcomes = records.map((record): WriteOutcome => {
    const { origin, originKey, slug } = kind.keyOf(record);
    const key = identity(origin, originKey);
    if (reserved.has(slug) || reserved.has(key)) return REPEATED;
    const present = byIdentity.get(key);
    const refused = kind.refuse(record, { present, holder: bySlug.get(slug), stored });
    if (!refused || kind.refusedReserve) reserved.add(slug).add(key);
    if (refused) return refused;
    const { columns, fields } = compare(record, present);
    const id = present?.id ?? newUuid();
    if (present && fields.length === 0) return { outcome: 'unchanged', id };
    const change = present ? 'updated' : 'created';
    writes.push({ ...columns, id, change, fields });
    return { outcome: change, id };
  });
  if (writes.length) await kind.store(em, at, writes);
  return outcomes;
}

/** The outcomes of all records in their order: those that were known before, and between them the outcomes of the others. */
export function mergeOutcomes<Known, Written = WriteOutcome>(
  known: readonly (Known | null)[],
  written: readonly Written[],
): (Known | Written)[] {
  const rest = written.values();
  return known.map((one): Known | Written => {
    const outcome = one ?? rest.next().value;
    if (!outcome) throw new Error('a record has no outcome');
    return outcome;
  });
}

/** The records of one origin that go: those with the keys, or all but those. */
export type UnlistChoice = { readonly keys: readonly string[] } | { readonly allBut: readonly string[] };

/** The tables whose records have an origin and can be taken off the lists; each has the name of its resource. */
type RecordTables = Readonly<Record<'tool' | 'offer', TableOf<StoredRecord>>>;

/** Takes records of an origin off the lists inside the caller's transaction; records that a person edited stay. Answers the bare ids of those that went. */
export async function unlistRecords(
  em: EntityManager,
  at: Date,
  resource: keyof RecordTables,
  origin: CatalogOrigin,
  choose: UnlistChoice,
): Promise<string[]> {
  await lockCatalog(em);
  const kysely = em.getKysely<RecordTables>();
  const listed = kysely
    .selectFrom(`${resource} as r`)
    .select(['r.id', 'r.slug'])
    .where('r.origin', '=', origin)
    .where('r.listed', '=', true)
    .where('r.edited_at', 'is', null);
  const key = sql.ref('r.origin_key');
  const gone = await listed
    .where(
      'keys' in choose ? sql<SqlBool>`${key} = any(${choose.keys})` : sql<SqlBool>`${key} <> all(${choose.allBut})`,
    )
    .execute();
  if (gone.length === 0) return [];
  const version = await nextCatalogVersion(em, at);
  const ids = gone.map(({ id }) => id);
  await kysely.updateTable(resource).set({ listed: false, version, updated_at: at }).where('id', 'in', ids).execute();
  await recordCatalogChanges(
    em,
    at,
    version,
    gone.map((one) => ({ ...one, resource, change: 'removed', fields: ['listed'] })),
  );
  return ids;
}

const tools: RecordKind<ToolRecord, Row<CatalogTool>, ToolColumns> = {
  keyOf: ({ origin, originKey, facts }) => ({ origin, originKey, slug: facts.slug }),
  refusedReserve: true,
  async read(em, records) {
    return {
      stored: await em
        .getKysely<{ tool: TableOf<CatalogTool> }>()
        .selectFrom('tool as r')
        .select(columnsOf(em, CatalogTool, 'r'))
        .where(isExisting(records.map(tools.keyOf)))
        .$castTo<Row<CatalogTool>>()
        .execute(),
      compare(record, present) {
        const row = rowOf(record);
        const fields = present ? compareColumns(em, CatalogTool, row, present) : [];
        return { columns: { row, record }, fields: fields.map(({ column }) => column) };
      },
    };
  },
  refuse: ({ facts }, existing) => refuseTakenSlug(facts.slug, existing) ?? refuseEdited(existing),
  store: storeTools,
};

/** Writes tools inside the caller's transaction; a record that a person edited, and one whose slug another record has, is refused. */
export const writeTools = (em: EntityManager, at: Date, records: readonly ToolRecord[]): Promise<WriteOutcome[]> =>
  writeRecords(em, at, tools, records);
