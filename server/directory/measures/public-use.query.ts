import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TableOf } from '../../platform/database/table.types.js';
import type { MeasureDay, ToolSubject } from '../measure.entity.js';
import { measureKinds, rankingIdOf, ranksOf } from '../measure.rules.js';
import type { CatalogTool } from '../tool.entity.js';

interface UseTables {
  readonly tool: TableOf<CatalogTool>;
  readonly tool_subject: TableOf<ToolSubject>;
  readonly measure_day: TableOf<MeasureDay>;
}

/** A public ranking as a snapshot holds it: figures of other days stand beside each other, each with its own. */
export interface PublicRanking {
  readonly id: string;
  readonly label: 'public-source';
  readonly title: string;
  /** Day of the newest figure. */
  readonly asOf: string;
  readonly entries: readonly PublicRankingEntry[];
}

export interface PublicRankingEntry {
  readonly rank: number;
  readonly tool: { readonly slug: string; readonly name: string };
  readonly value: number;
  /** The main package of the tool, such as `npm:stripe`. */
  readonly subject: string;
  readonly asOf: string;
  readonly source: string;
}

/** Entries of a ranking that a snapshot keeps: as many as the largest page shows. */
const ENTRIES_MAX = 100;

/**
 * The rankings of public use at the end of a day: of each listed tool the newest figure of its main package by that day. They are of public
 * sources alone, and are never mixed with counts or scores. A kind without a figure has no ranking.
 */
export async function readPublicRankings(em: EntityManager, day: string): Promise<PublicRanking[]> {
  const rankings: PublicRanking[] = [];
  for (const { kind, title } of measureKinds) {
    const found = await em
      .getKysely<UseTables>()
      .with('main', (db) =>
        db
          .selectFrom('tool_subject as s')
          .innerJoin('tool as t', 't.id', 's.tool_id')
          .innerJoin('measure_day as d', 'd.subject', 's.subject')
          .where('t.listed', '=', true)
          .where('t.origin', '<>', 'demo')
          .where('d.kind', '=', kind)
          .where('d.state', '=', 'taken')
          .where('d.day', '<=', day)
          .distinctOn('t.id')
          .orderBy('t.id')
          .orderBy('s.position')
          .orderBy('d.day', 'desc')
          .select(['t.slug', 't.name', 's.subject', 'd.day', 'd.source', sql<number>`d.value::float8`.as('value')]),
      )
      .selectFrom('main')
      .selectAll()
      .orderBy('value', 'desc')
      .orderBy('slug')
      .limit(ENTRIES_MAX)
      .execute();
    if (found.length === 0) continue;
    const ranks = ranksOf(found.map(({ value }) => value));
    rankings.push({
      id: rankingIdOf(kind),
      label: 'public-source',
      title,
      asOf: found.reduce((newest, one) => (one.day > newest ? one.day : newest), ''),
      entries: found.map(({ slug, name, value, subject, day: asOf, source }, index) => ({
        rank: ranks[index] ?? index + 1,
        tool: { slug, name },
        value,
        subject,
        asOf,
        source,
      })),
    });
  }
  return rankings;
}

/** Figures over time of one subject. */
export interface SubjectHistory {
  readonly kind: string;
  readonly subject: string;
  readonly points: readonly { readonly day: string; readonly value: number }[];
}

/** Figures of these subjects that were taken after a day, oldest first. */
export async function readHistories(
  em: EntityManager,
  subjects: readonly { readonly kind: string; readonly subject: string }[],
  after: string,
): Promise<SubjectHistory[]> {
  if (subjects.length === 0) return [];
  const found = await em
    .getKysely<UseTables>()
    .selectFrom('measure_day as d')
    .select(['d.kind', 'd.subject', 'd.day', sql<number>`d.value::float8`.as('value')])
    .where('d.state', '=', 'taken')
    .where('d.day', '>', after)
    .where(({ or, and, eb }) =>
      or(subjects.map(({ kind, subject }) => and([eb('d.kind', '=', kind), eb('d.subject', '=', subject)]))),
    )
    .orderBy('d.day')
    .execute();
  const points = Map.groupBy(found, ({ kind, subject }) => `${kind} ${subject}`);
  return subjects.map(({ kind, subject }) => ({
    kind,
    subject,
    points: (points.get(`${kind} ${subject}`) ?? []).map(({ day, value }) => ({ day, value })),
  }));
}
