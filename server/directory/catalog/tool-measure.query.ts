import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import { columnsOf } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import type { Row } from '../../platform/row.types.js';
import type { MeasureDay, ToolSubject } from '../measure.entity.js';
import { CHANGE_DAYS, changeOf } from '../measure.rules.js';
import { type CatalogTool, ToolMeasure } from '../tool.entity.js';
import type { Measure } from '../tool.types.js';

interface MeasureTables {
  readonly tool: TableOf<CatalogTool>;
  readonly tool_measure: TableOf<ToolMeasure>;
  readonly tool_subject: TableOf<ToolSubject>;
  readonly measure_day: TableOf<MeasureDay>;
}

/**
 * Has tools show the newest figure of everything that is counted of them, and nothing else: a figure goes with its package and comes with it.
 * Inside the caller's transaction, which holds the catalog's lock.
 */
export async function syncMeasures(em: EntityManager, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return;
  const kysely = em.getKysely<MeasureTables>();
  await kysely
    .deleteFrom('tool_measure as m')
    .where('m.tool_id', 'in', toolIds)
    .where('m.subject', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tool_subject as s')
            .innerJoin('measure_day as d', 'd.subject', 's.subject')
            .select(sql`1`.as('counted'))
            .whereRef('s.tool_id', '=', 'm.tool_id')
            .whereRef('s.subject', '=', 'm.subject')
            .whereRef('d.kind', '=', 'm.kind')
            .where('d.state', '=', 'taken'),
        ),
      ),
    )
    .execute();
  await kysely
    .insertInto('tool_measure')
    .columns(['tool_id', 'kind', 'subject', 'value', 'label', 'source', 'as_of'])
    .expression((eb) =>
      eb
        .selectFrom('tool_subject as s')
        .innerJoin('measure_day as d', 'd.subject', 's.subject')
        .where('s.tool_id', 'in', toolIds)
        .where('d.state', '=', 'taken')
        .distinctOn(['s.tool_id', 'd.kind', 'd.subject'])
        .orderBy('s.tool_id')
        .orderBy('d.kind')
        .orderBy('d.subject')
        .orderBy('d.day', 'desc')
        .select(['s.tool_id', 'd.kind', 'd.subject', 'd.value', sql<'public-source'>`'public-source'`.as('label')])
        .select(['d.source', 'd.day as as_of']),
    )
    .onConflict((found) =>
      found.columns(['tool_id', 'kind', 'subject']).doUpdateSet(({ ref }) => ({
        value: ref('excluded.value'),
        source: ref('excluded.source'),
        as_of: ref('excluded.as_of'),
      })),
    )
    .execute();
}

/** The figures of tools (`t`), the main ones of each registry first, with their change over four weeks. */
export async function readToolMeasures(
  em: EntityManager,
  where: Expression<SqlBool>,
): Promise<ReadonlyMap<string, Measure[]>> {
  const found = await em
    .getKysely<MeasureTables>()
    .selectFrom('tool_measure as m')
    .innerJoin('tool as t', 't.id', 'm.tool_id')
    .leftJoin('tool_subject as s', (on) => on.onRef('s.tool_id', '=', 'm.tool_id').onRef('s.subject', '=', 'm.subject'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('measure_day as d')
          .select([sql<number>`d.value::float8`.as('earlier_value'), 'd.day as earlier_day'])
          .whereRef('d.kind', '=', 'm.kind')
          .whereRef('d.subject', '=', 'm.subject')
          .where('d.state', '=', 'taken')
          .where(
            sql<SqlBool>`d.day between m.as_of - ${sql.raw(String(CHANGE_DAYS.atMost))} and m.as_of - ${sql.raw(String(CHANGE_DAYS.atLeast))}`,
          )
          .orderBy('d.day', 'desc')
          .limit(1)
          .as('e'),
      (on) => on.onTrue(),
    )
    .select(columnsOf(em, ToolMeasure, 'm'))
    .select(['e.earlier_value as earlierValue', 'e.earlier_day as earlierDay'])
    .where(where)
    .orderBy(sql`s.position nulls last`)
    .orderBy('m.value', 'desc')
    .orderBy('m.subject')
    .$castTo<Row<ToolMeasure> & { readonly earlierValue: number | null; readonly earlierDay: string | null }>()
    .execute();
  const byTool = Map.groupBy(found, ({ toolId }) => toolId);
  return new Map(
    [...byTool].map(([id, measures]) => [
      id,
      measures.map(({ kind, subject, value, label, source, asOf, earlierValue, earlierDay }) => ({
        kind,
        subject,
        value,
        label,
        source,
        asOf,
        ...changeOf(
          value,
          earlierValue === null || earlierDay === null ? null : { day: earlierDay, value: earlierValue },
        ),
      })),
    ]),
  );
}
