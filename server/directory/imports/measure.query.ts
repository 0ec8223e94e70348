import type { EntityManager } from '@mikro-orm/postgresql';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { lockCatalog, nextCatalogVersion, type PackageName, recordCatalogChanges } from '../catalog/index.js';
import { CatalogTool, ToolMeasure, type ToolPackage } from '../tool.entity.js';
import type { ImportOutcome } from './import.types.js';

interface MeasureTables {
  readonly tool: TableOf<CatalogTool>;
  readonly tool_package: TableOf<ToolPackage>;
}

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

/** A tool that lists a package, by its bare id, with the figure that is known of the package. */
interface Target {
  readonly id: string;
  readonly slug: string;
  readonly known: Pick<ToolMeasure, 'asOf' | 'value' | 'source'> | null;
}

const NO_TOOL: ImportOutcome = {
  outcome: 'refused',
  code: 'no_tool',
  detail: 'no tool of the catalog lists this package',
};

/** A figure that moved by more than this factor is more likely a mistake of its source. */
const JUMP_MAX = 10;

/** Why a figure waits for a reviewer, or null: a registry answers 0 while its counters are down, and jumps when they are wrong. */
function heldBy(value: number, known: Target['known']): ImportOutcome | null {
  if (value === known?.value) return null;
  if (value === 0)
    return {
      outcome: 'held',
      code: 'zero',
      detail: 'a zero waits for a reviewer: counters that are down answer it too',
    };
  if (!known || known.value === 0) return null;
  const isJump = value > known.value * JUMP_MAX || value * JUMP_MAX < known.value;
  const detail = `a figure that moved more than tenfold waits for a reviewer; ${known.value} of ${known.asOf} stands`;
  return isJump ? { outcome: 'held', code: 'jump', detail } : null;
}

/**
 * Writes public-source figures inside the caller's transaction and answers an outcome for each, in order. A newer figure is never replaced
 * by an older one, a zero or a jump is held unless a reviewer accepts it, and a tool whose figures changed gets a new version, so that every
 * replica sees them.
 */
export async function writeMeasures(
  em: EntityManager,
  at: Date,
  measures: readonly PackageMeasure[],
  { acceptHeld = false }: { readonly acceptHeld?: boolean },
): Promise<ImportOutcome[]> {
  if (measures.length === 0) return [];
  await lockCatalog(em);
  const targets = await findTargets(em, measures);
  const writes: { target: Target; measure: PackageMeasure }[] = [];
  const outcomes = measures.map((measure): ImportOutcome => {
    const own = targets(measure);
    const first = own[0];
    if (!first) return NO_TOOL;
    const open = own.filter(({ known }) => known === null || known.asOf <= measure.asOf);
    if (open.length === 0)
      return { outcome: 'refused', code: 'newer_known', detail: `a figure of ${first.known?.asOf} is known` };
    const held = acceptHeld ? null : open.flatMap(({ known }) => heldBy(measure.value, known) ?? [])[0];
    if (held) return held;
    const changed = open.filter((target) => !isSame(target, measure));
    writes.push(...changed.map((target) => ({ target, measure })));
    const outcome = changed.length === 0 ? 'unchanged' : changed.every(isNew) ? 'created' : 'updated';
    return { outcome, id: first.id };
  });
  if (writes.length) await store(em, at, writes);
  return outcomes;
}

const subjectOf = ({ registry, name }: PackageName): string => `${registry}:${name}`;

const isNew = ({ known }: Target): boolean => known === null;

const isSame = ({ known }: Target, { asOf, value, source }: PackageMeasure): boolean =>
  known !== null && known.asOf === asOf && known.value === value && known.source === source;

/** Every tool that lists the package of a measure, in the order of their slugs, with the figure that is known. */
async function findTargets(
  em: EntityManager,
  measures: readonly PackageMeasure[],
): Promise<(measure: PackageMeasure) => Target[]> {
  const kysely = em.getKysely<MeasureTables>();
  const packages = await kysely
    .selectFrom('tool_package as p')
    .innerJoin('tool as t', 't.id', 'p.tool_id')
    .select(['p.registry', 'p.name', 't.id', 't.slug'])
    .where(({ eb, and, or }) =>
      or(
        [...Map.groupBy(measures, ({ registry }) => registry)].map(([registry, own]) => {
          const names = own.map(({ name }) => name);
          return and([eb('p.registry', '=', registry), eb('p.name', 'in', names)]);
        }),
      ),
    )
    .execute();
  const ids = packages.map(({ id }) => id);
  const known = ids.length
    ? await selectRows(em, ToolMeasure)
        .where('t.tool_id', 'in', ids)
        .where('t.kind', 'in', [...new Set(measures.map(({ kind }) => kind))])
        .where('t.subject', 'in', [...new Set(measures.map(subjectOf))])
        .execute()
    : [];
  const figures = new Map(known.map((figure) => [identity(figure.toolId, figure.kind, figure.subject), figure]));
  const lists = Map.groupBy(packages, subjectOf);
  return (measure) =>
    (lists.get(subjectOf(measure)) ?? [])
      .map(({ id, slug }) => ({
        id,
        slug,
        known: figures.get(identity(id, measure.kind, subjectOf(measure))) ?? null,
      }))
      .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

const identity = (...parts: string[]): string => JSON.stringify(parts);

async function store(
  em: EntityManager,
  at: Date,
  writes: readonly { target: Target; measure: PackageMeasure }[],
): Promise<void> {
  const version = await nextCatalogVersion(em, at);
  await em
    .qb(ToolMeasure)
    .insert(
      writes.map(({ target, measure }) => ({
        tool: target.id,
        kind: measure.kind,
        subject: subjectOf(measure),
        value: measure.value,
        label: 'public-source' as const,
        source: measure.source,
        asOf: measure.asOf,
      })),
    )
    .onConflict(['tool', 'kind', 'subject'])
    .merge(['value', 'source', 'asOf'])
    .execute();
  const tools = new Map(writes.map(({ target }) => [target.id, target.slug]));
  await em.nativeUpdate(CatalogTool, { id: { $in: [...tools.keys()] } }, { version, updatedAt: at });
  const changes = [...tools].map(
    ([id, slug]) => ({ resource: 'tool', id, slug, change: 'updated', fields: ['measures'] }) as const,
  );
  await recordCatalogChanges(em, at, version, changes);
}
