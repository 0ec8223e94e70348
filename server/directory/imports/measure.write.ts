import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges } from '../catalog/index.js';
import type { WriteOutcome } from './record.write.js';

/** A figure of a package, for every tool that lists it. */
export interface PackageMeasure {
  readonly registry: string;
  readonly name: string;
  readonly kind: string;
  readonly value: number;
  /** A sentence that says where the figure is from. */
  readonly source: string;
  /** YYYY-MM-DD */
  readonly asOf: string;
}

interface Target {
  tool_id: string;
  slug: string;
  place: number;
  known_as_of: string | null;
  known_value: string | null;
  known_source: string | null;
}

const NO_TOOL: WriteOutcome = {
  outcome: 'refused',
  code: 'no_tool',
  detail: 'no tool of the catalog lists this package',
};

/**
 * Writes public-source figures inside the caller's transaction and answers an outcome for each, in order. A newer figure is never replaced
 * by an older one, and a tool whose figures changed gets a new version, so that every replica sees them.
 */
export async function writeMeasures(
  em: EntityManager,
  at: Date,
  measures: readonly PackageMeasure[],
): Promise<WriteOutcome[]> {
  if (measures.length === 0) return [];
  await lockCatalog(em);
  const targets = Map.groupBy(await findTargets(em, measures), ({ place }) => place);
  const writes: { target: Target; measure: PackageMeasure }[] = [];
  const outcomes = measures.map((measure, place): WriteOutcome => {
    const own = targets.get(place) ?? [];
    const first = own[0];
    if (!first) return NO_TOOL;
    const open = own.filter(({ known_as_of }) => known_as_of === null || known_as_of <= measure.asOf);
    if (open.length === 0)
      return { outcome: 'refused', code: 'newer_known', detail: `a figure of ${first.known_as_of} is known` };
    const changed = open.filter((target) => !isSame(target, measure));
    writes.push(...changed.map((target) => ({ target, measure })));
    const outcome = changed.length === 0 ? 'unchanged' : changed.every(isNew) ? 'created' : 'updated';
    return { outcome, id: first.tool_id };
  });
  if (writes.length) await store(em, at, writes);
  return outcomes;
}

const subjectOf = ({ registry, name }: PackageMeasure): string => `${registry}:${name}`;

const isNew = ({ known_as_of }: Target): boolean => known_as_of === null;

const isSame = (target: Target, { asOf, value, source }: PackageMeasure): boolean =>
  target.known_as_of === asOf && Number(target.known_value) === value && target.known_source === source;

/** Every tool that lists one of the packages, with the figure that is known. */
const findTargets = (em: EntityManager, measures: readonly PackageMeasure[]): Promise<Target[]> =>
  em.execute<Target[]>(
    `select t.id as tool_id, t.slug, r.place, m.as_of::text as known_as_of, m.value::text as known_value, m.source as known_source
     from json_to_recordset(?::json) as r(place integer, registry text, name text, kind text, subject text)
     join tool_package p on p.registry = r.registry and p.name = r.name
     join tool t on t.id = p.tool_id
     left join tool_measure m on m.tool_id = t.id and m.kind = r.kind and m.subject = r.subject
     order by t.slug`,
    [JSON.stringify(measures.map((measure, place) => ({ ...measure, place, subject: subjectOf(measure) })))],
  );

async function store(
  em: EntityManager,
  at: Date,
  writes: readonly { target: Target; measure: PackageMeasure }[],
): Promise<void> {
  const version = await nextCatalogVersion(em, at);
  await em.execute(
    `insert into tool_measure (tool_id, kind, subject, value, label, source, as_of)
     select r.id, r.kind, r.subject, r.value, 'public-source', r.source, r."asOf"
     from json_to_recordset(?::json) as r(id uuid, kind text, subject text, value bigint, source text, "asOf" date)
     on conflict (tool_id, kind, subject) do update set value = excluded.value, source = excluded.source, as_of = excluded.as_of`,
    [
      JSON.stringify(
        writes.map(({ target, measure }) => ({ ...measure, id: target.tool_id, subject: subjectOf(measure) })),
      ),
    ],
  );
  const tools = new Map(writes.map(({ target }) => [target.tool_id, target.slug]));
  await em.execute(
    `update tool set version = ?, updated_at = ? where id in (select value::uuid from json_array_elements_text(?::json))`,
    [version, at, JSON.stringify([...tools.keys()])],
  );
  const changes = [...tools].map(
    ([id, slug]) => ({ resource: 'tool', id, slug, change: 'updated', fields: ['measures'] }) as const,
  );
  await recordCatalogChanges(em, at, version, changes);
}
