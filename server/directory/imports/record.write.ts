import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { TableOf } from '../../platform/database/rows.read.js';
import { newUuid, uuidOf } from '../../platform/ids.js';
import { lockCatalog, type RecordChange } from '../catalog/index.js';
import type { CatalogOrigin } from '../vocabulary.types.js';

/** Why a record was not written, in a code and a sentence. */
export interface Refusal {
  readonly outcome: 'refused';
  readonly code: string;
  readonly detail: string;
}

/** What became of one record. */
export type WriteOutcome = { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly id: string } | Refusal;

/** What every stored record has, whatever its kind. */
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

/** What identifies a record: its key in its origin, and the slug that it takes. */
export interface RecordKey {
  readonly origin: CatalogOrigin;
  readonly originKey: string;
  readonly slug: string;
}

/** The condition that finds what records may meet: themselves as they are stored, and the holders of their slugs. */
export const whereExisting = (keys: readonly RecordKey[]) => [
  { slug: { $in: keys.map(({ slug }) => slug) } },
  ...[...Map.groupBy(keys, ({ origin }) => origin)].map(([origin, own]) => ({
    origin,
    originKey: { $in: own.map(({ originKey }) => originKey) },
  })),
];

/** The same for a statement of Kysely that reads the table as `r`. */
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

/** What a record meets in the catalog. */
export interface Existing<Stored> {
  /** The same record as it is stored: the one with its origin and key. */
  readonly present: Stored | undefined;
  /** Whichever record has its slug. */
  readonly holder: Stored | undefined;
  readonly stored: readonly Stored[];
}

/** What a kind of record does its own way: what identifies a record, what it meets, how it is compared and stored. */
export interface RecordKind<Rec, Stored extends StoredRecord, Columns> {
  keyOf(record: Rec): RecordKey;
  /** Whether a record that was refused keeps the later ones of the same call from its slug and key. */
  readonly refusedReserve: boolean;
  /** Reads what the records may meet, and answers how one is compared: its columns and which of them differ from the stored ones. */
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

/** Refuses a change of what a person edited. */
export const refuseEdited = ({ present }: Existing<StoredRecord>): Refusal | null =>
  present?.editedAt ? EDITED : null;

/** Refuses a slug that another record has. */
export const refuseTakenSlug = (slug: string, { present, holder }: Existing<StoredRecord>): Refusal | null =>
  holder && holder.id !== present?.id ? refusal('slug_taken', `another record holds the slug ${slug}`) : null;

const identity = (origin: string, originKey: string | null): string => JSON.stringify([origin, originKey]);

/**
 * Writes records of one kind inside the caller's transaction and answers an outcome for each, in order. A record is found again by its
 * origin and key, so repeating an import changes nothing; what changes is stored together, as one version of the catalog.
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
    const id = (present && (uuidOf('tol', present.id) ?? present.id)) ?? newUuid();
    if (present && fields.length === 0) return { outcome: 'unchanged', id };
    const change = present ? 'updated' : 'created';
    writes.push({ ...columns, id, change, fields });
    return { outcome: change, id };
  });
  if (writes.length) await kind.store(em, at, writes);
  return outcomes;
}

/** The outcomes of all records in their order: the refusals that were known before, and between them what was written of the others. */
export function mergeOutcomes(refusals: readonly (Refusal | null)[], written: readonly WriteOutcome[]): WriteOutcome[] {
  const rest = written.values();
  return refusals.map((refused): WriteOutcome => {
    const outcome = refused ?? rest.next().value;
    if (!outcome) throw new Error('a record has no outcome');
    return outcome;
  });
}
