import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { MeasureDay, MeasureReading, type ToolSubject } from '../measure.entity.js';
import { type MeasureKindName, measureKinds, partsOf } from '../measure.rules.js';
import type { CatalogTool } from '../tool.entity.js';
import { type DatedMeasure, writeMeasures } from './measure.query.js';
import { askRegistry, type RegistryAnswer, type RegistryParts } from './registry.client.js';
import { nugetSearchIn, registryForms, standsAlone } from './registry.rules.js';

interface ReadingTables {
  readonly tool: TableOf<CatalogTool>;
  readonly tool_subject: TableOf<ToolSubject>;
  readonly measure_reading: TableOf<MeasureReading>;
}

export interface RefreshParts extends RegistryParts {
  readonly em: () => EntityManager;
}

/** How many subjects of a kind were asked about, and what became of the answers. */
export interface RefreshCounts {
  readonly requested: number;
  readonly taken: number;
  readonly held: number;
  readonly unchanged: number;
  /** Without a figure: the registry has no such package, or its answer is not readable. */
  readonly missing: number;
}

export interface RefreshRound extends RefreshCounts {
  readonly end: 'more' | 'done' | 'busy';
  /** Subjects that are still to be asked about. */
  readonly waiting: number;
  /** How long the registry is to be left alone; 0 unless it is busy. */
  readonly waitMs: number;
}

/** A round takes so many subjects in hand, and lets them go after so long if it is cut off. */
const CLAIMED = { subjects: 20, ms: 300_000 } as const;

type Claimed = Pick<MeasureReading, 'subject' | 'etag' | 'lastModified'> & { readonly name: string };

/**
 * Asks a registry about some subjects that were not asked about since a moment, one question after another at its pace. Each answer is stored
 * before the next question, outside of which no transaction is open: a run that is cut off goes on where it ended, and several runs share
 * the work.
 */
export async function refreshRound(parts: RefreshParts, kind: MeasureKindName, dueSince: Date): Promise<RefreshRound> {
  const form = registryForms[kind];
  const claimed = await claimDue(parts, kind, dueSince, Math.max(form.namesMax, CLAIMED.subjects));
  const sum = { requested: 0, taken: 0, held: 0, unchanged: 0, missing: 0 };
  const base = claimed.length ? await baseOf(parts, kind) : null;
  let waitMs = base !== null && 'busy' in base ? base.busy : 0;
  let isBusy = base !== null && 'busy' in base;
  for (const group of isBusy ? [] : groupsOf(claimed, form.namesMax)) {
    const url = `${base && 'url' in base ? base.url : ''}${form.path(group.map(({ name }) => name))}`;
    const [single] = group.length === 1 ? group : [];
    const answer = await askRegistry(parts, {
      url,
      accept: form.accept,
      etag: single?.etag ?? null,
      lastModified: single?.lastModified ?? null,
      token: kind === 'github_stars' ? parts.config.githubToken : undefined,
    });
    if (answer.kind === 'busy') {
      isBusy = true;
      waitMs = answer.waitMs;
      break;
    }
    const counts = await storeAnswer(parts, kind, group, answer, base && 'url' in base ? base.url : '');
    for (const name of ['requested', 'taken', 'held', 'unchanged', 'missing'] as const) sum[name] += counts[name];
    await parts.pause(form.paceMs);
  }
  if (isBusy) await release(parts, kind, claimed);
  const waiting = await countDue(parts, kind, dueSince);
  return { ...sum, waiting, waitMs, end: isBusy ? 'busy' : claimed.length === 0 ? 'done' : 'more' };
}

/** The address before the paths of a registry's statistics; NuGet's index names it. */
async function baseOf(
  parts: RefreshParts,
  kind: MeasureKindName,
): Promise<{ readonly url: string } | { readonly busy: number }> {
  const registry = measureKinds.find((one) => one.kind === kind)?.registry ?? 'npm';
  const base = parts.config.measureSources[registry];
  if (registry !== 'nuget') return { url: base };
  const answer = await askRegistry(parts, { url: `${base}/v3/index.json`, accept: 'application/json' });
  const search = answer.kind === 'ok' ? nugetSearchIn(answer.json) : null;
  if (search !== null) return { url: search };
  return { busy: answer.kind === 'busy' ? answer.waitMs : 0 };
}

/** The names of one question each: those that must stand alone do, the others share one. */
function groupsOf(claimed: readonly Claimed[], namesMax: number): Claimed[][] {
  if (namesMax === 1) return claimed.map((one) => [one]);
  const shared = claimed.filter(({ name }) => !standsAlone(name));
  const groups = claimed.filter(({ name }) => standsAlone(name)).map((one) => [one]);
  for (let from = 0; from < shared.length; from += namesMax) groups.unshift(shared.slice(from, from + namesMax));
  return groups;
}

const tables = (em: EntityManager) => em.getKysely<ReadingTables>();

/** Takes the subjects in hand that wait longest; those that no tool lists any more wait for good. */
async function claimDue(
  { em, clock }: RefreshParts,
  kind: MeasureKindName,
  dueSince: Date,
  limit: number,
): Promise<Claimed[]> {
  const registry = measureKinds.find((one) => one.kind === kind)?.registry ?? '';
  const now = clock.now();
  const kysely = tables(em());
  await kysely
    .insertInto('measure_reading')
    .columns(['kind', 'subject'])
    .expression((eb) =>
      eb
        .selectFrom('tool_subject as s')
        .innerJoin('tool as t', 't.id', 's.tool_id')
        .where('t.listed', '=', true)
        .where('s.subject', 'like', `${registry}:%`)
        .select([sql<string>`${kind}::text`.as('kind'), 's.subject'])
        .distinct(),
    )
    .onConflict((found) => found.doNothing())
    .execute();
  const rows = await kysely
    .updateTable('measure_reading as r')
    .set({ claimed_until: new Date(now.getTime() + CLAIMED.ms) })
    .where('r.kind', '=', kind)
    .where('r.subject', 'in', (eb) =>
      dueRows(eb.selectFrom('measure_reading as d'), kind, dueSince, now).select('d.subject').limit(limit),
    )
    .returning(['r.subject', 'r.etag', 'r.last_modified as lastModified'])
    .execute();
  const ordered = rows.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)); // no order is promised of rows that an UPDATE returns
  return ordered.flatMap((row) => {
    const name = partsOf(row.subject)?.name;
    return name === undefined ? [] : [{ ...row, name }];
  });
}

type DueRows = ReturnType<typeof selectReadings>;
const selectReadings = (em: EntityManager) => tables(em).selectFrom('measure_reading as d');

const dueRows = (from: DueRows, kind: MeasureKindName, dueSince: Date, now: Date): DueRows =>
  from
    .where('d.kind', '=', kind)
    .where(({ or, eb }) => or([eb('d.asked_at', 'is', null), eb('d.asked_at', '<', dueSince)]))
    .where(({ or, eb }) => or([eb('d.claimed_until', 'is', null), eb('d.claimed_until', '<', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tool_subject as s')
          .innerJoin('tool as t', 't.id', 's.tool_id')
          .select(sql`1`.as('listed'))
          .whereRef('s.subject', '=', 'd.subject')
          .where('t.listed', '=', true),
      ),
    )
    .orderBy('d.asked_at', (order) => order.asc().nullsFirst())
    .orderBy('d.subject')
    .forUpdate()
    .skipLocked();

/** Subjects that are due, also those that another run has in hand. */
async function countDue({ em }: RefreshParts, kind: MeasureKindName, dueSince: Date): Promise<number> {
  const { count } = await selectReadings(em())
    .innerJoin('tool_subject as s', 's.subject', 'd.subject')
    .innerJoin('tool as t', 't.id', 's.tool_id')
    .where('t.listed', '=', true)
    .where('d.kind', '=', kind)
    .where(({ or, eb }) => or([eb('d.asked_at', 'is', null), eb('d.asked_at', '<', dueSince)]))
    .select(sql<string>`count(distinct d.subject)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const subjectsIn = (claimed: readonly Claimed[]): string[] => claimed.map(({ subject }) => subject);

async function release({ em }: RefreshParts, kind: MeasureKindName, claimed: readonly Claimed[]): Promise<void> {
  await em().nativeUpdate(MeasureReading, { kind, subject: { $in: subjectsIn(claimed) } }, { claimedUntil: null });
}

/** Stores the figures of an answer and that it came, in one transaction. */
async function storeAnswer(
  { em, clock }: RefreshParts,
  kind: MeasureKindName,
  group: readonly Claimed[],
  answer: Exclude<RegistryAnswer, { kind: 'busy' }>,
  base: string,
): Promise<RefreshCounts> {
  const at = clock.now();
  const today = at.toISOString().slice(0, 10);
  const form = registryForms[kind];
  return em().transactional(async (tx) => {
    const figures: DatedMeasure[] = [];
    for (const { name, subject } of group) {
      const source = `${base}${form.path([name])}`;
      const figure =
        answer.kind === 'ok'
          ? form.read(answer.json, name, today)
          : answer.kind === 'not_modified' && form.isTotal
            ? await standingFigure(tx, kind, subject, today)
            : null;
      if (figure !== null) figures.push({ kind, name, source, ...figure });
    }
    const outcomes = await writeMeasures(tx, at, figures, {});
    const found = new Set(figures.map(({ name }) => name));
    const isKnown = answer.kind === 'ok' || answer.kind === 'not_modified';
    for (const { name, subject } of group) {
      const failure = found.has(name) || answer.kind === 'not_modified' ? null : isKnown ? 'not_found' : answer.kind;
      const tags =
        answer.kind === 'ok' && group.length === 1 ? { etag: answer.etag, lastModified: answer.lastModified } : {};
      await tx.nativeUpdate(MeasureReading, { kind, subject }, { askedAt: at, claimedUntil: null, failure, ...tags });
    }
    const has = (...names: readonly string[]): number =>
      outcomes.filter(({ outcome }) => names.includes(outcome)).length;
    const unread = answer.kind === 'not_modified' ? group.length - figures.length : 0;
    return {
      requested: group.length,
      taken: has('created', 'updated'),
      held: has('held', 'refused'),
      unchanged: has('unchanged') + unread,
      missing: group.length - figures.length - unread,
    };
  });
}

/** The newest figure that was taken, as one of today: its source says that nothing changed. */
async function standingFigure(em: EntityManager, kind: string, subject: string, today: string) {
  const newest = await selectRows(em, MeasureDay)
    .where('t.kind', '=', kind)
    .where('t.subject', '=', subject)
    .where('t.state', '=', 'taken')
    .orderBy('t.day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? { value: newest.value, day: today } : null;
}
