import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { findNamedProduct, findProductIds, MemberRole, requireMember } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import type { Columns, NamedStatement, NamedValues, RowOf } from '../../platform/database/bare-statement.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { Fault } from '../../platform/fault.js';
import { type EventFamilyName, eventLabel, readFoldedUntil } from '../../tracking/index.js';
import { CountingRule, type EventsOfRule } from '../counting/index.js';
import { type DayWindow, instantsOf } from '../day.rules.js';
import { type CountedLabel, OF_ORGANIZATION } from '../evidence/index.js';
import type { EventCount } from '../rollup.entity.js';
import type { AdoptionExclusion, AdoptionSource } from './company-adoption.types.js';

export interface CompanyQuestion extends DayWindow {
  readonly organizationId: string;
  readonly productId?: string | null;
  readonly family?: EventFamilyName | null;
}

/** Products, window and label that the numbers of one answer are counted from. */
export interface CompanyScope {
  readonly organizationId: string;
  readonly productUuids: readonly string[];
  readonly window: DayWindow;
  /** Counts are of the events of one family; null for those of all. */
  readonly family: EventFamilyName | null;
  readonly label: CountedLabel | 'missing';
  /** The label by which rows are found: of a window without any, first-party finds none. */
  readonly counted: CountedLabel;
  readonly sources: AdoptionSource[];
  readonly excluded: AdoptionExclusion[];
  readonly eventsByRule: EventsOfRule[];
  readonly asOf: Date;
}

/** The products of `SCOPE` as a condition: what is read of very many rows is not joined. */
export const IN_SCOPE = `${OF_ORGANIZATION} and product_uuid = any(:products::uuid[])`;
/** The condition of the products alone, for Kysely. */
export const inProducts = (productUuids: readonly string[]) =>
  sql<boolean>`product_uuid = any(${`{${productUuids.join()}}`}::uuid[])`;
/** Narrows to the family of a view, if it is of one. */
export const OF_FAMILY = '(:family::text is null or event_family = :family)';

/** The values of a statement over the scope; `:from` and `:to` are the days of its window, `:since` and `:before` the instants. */
export function valuesIn({ organizationId, productUuids, counted, family, window }: CompanyScope): NamedValues {
  const [since, before] = instantsOf(window);
  const products = `{${productUuids.join()}}`;
  return { organization: organizationId, products, label: counted, family, ...window, since, before };
}

/** Runs a statement over the scope; values of its own come beside those of `valuesIn`. */
export const readScoped = <C extends Columns>(
  em: EntityManager,
  statement: NamedStatement<C>,
  scope: CompanyScope,
  own: NamedValues = {},
): Promise<RowOf<NamedStatement<C>>[]> =>
  em.execute<RowOf<NamedStatement<C>>[]>(statement.text, statement.valuesOf({ ...valuesIn(scope), ...own }));

/** Memory of one step of a statement: enough to group the people of a large company without a file. */
const WORK_MEMORY = '64MB';

/**
 * Reads for a member of the organization, all in one snapshot of the database: what is folded meanwhile shows in none of the numbers or in
 * all of them.
 */
export async function readInScope<T>(
  ctx: RequestContext,
  question: CompanyQuestion,
  read: (em: EntityManager, scope: CompanyScope) => Promise<T>,
): Promise<T> {
  await requireMember(ctx, question.organizationId, MemberRole.reader);
  return readAsMember(ctx, question, read);
}

/** The same, where it is known already that the caller is a member. */
export const readAsMember = <T>(
  ctx: RequestContext,
  question: CompanyQuestion,
  read: (em: EntityManager, scope: CompanyScope) => Promise<T>,
): Promise<T> => readSnapshot(ctx.em, question, ctx.platform.clock.now(), read);

/** The same for a caller with another right than membership. */
export function readSnapshot<T>(
  manager: EntityManager,
  question: CompanyQuestion,
  now: Date,
  read: (em: EntityManager, scope: CompanyScope) => Promise<T>,
): Promise<T> {
  return manager.transactional(
    async (em) => {
      await em.execute(`set local work_mem = '${WORK_MEMORY}'`);
      return read(em, await readScope(em, question, now));
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

export async function readScope(em: EntityManager, question: CompanyQuestion, now: Date): Promise<CompanyScope> {
  const { organizationId, from, to } = question;
  const productUuids = await readProducts(em, question);
  const rows = await em
    .getKysely<{ readonly adoption_count: TableOf<EventCount> }>()
    .selectFrom('adoption_count')
    .where('organization_id', '=', organizationId)
    .where(inProducts(productUuids))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['source', 'data_label', 'vendor_own_domain'])
    .orderBy('source')
    .orderBy('data_label')
    .orderBy('vendor_own_domain')
    .select(({ fn }) => [
      'source',
      'data_label as label',
      'vendor_own_domain as own',
      fn.sum<string>('events').as('events'),
    ])
    .execute();
  const counts = rows.map((row) => ({ ...row, events: Number(row.events) }));
  const countable = counts.filter(({ source, own }) => source === 'api' && !own);
  const label = countable.some((row) => row.label === 'first-party') ? 'first-party' : countable[0] && 'sample';
  const ofRule = (rule: CountingRule, rows: readonly { readonly events: number }[]): EventsOfRule => ({
    rule,
    events: sumOf(rows),
  });
  const own = counts.filter((row) => row.source === 'api' && row.own);
  const beside = countable.filter((row) => row.label !== label);
  return {
    organizationId,
    productUuids,
    window: { from, to },
    family: question.family ?? null,
    label: label ?? 'missing',
    counted: label ?? 'first-party',
    sources: [...Map.groupBy(counts, (row) => `${row.source} ${eventLabel(row.source, row.label)}`).values()].flatMap(
      (same) =>
        same
          .slice(0, 1)
          .map((row) => ({ source: row.source, label: eventLabel(row.source, row.label), events: sumOf(same) })),
    ),
    excluded: [
      { reason: 'vendor_own_domain', events: sumOf(own) },
      { reason: 'sample', events: sumOf(beside) },
    ],
    eventsByRule: [
      ofRule(
        CountingRule.counted,
        countable.filter((row) => row.label === label),
      ),
      ofRule(CountingRule.vendor_own_domain, own),
      ofRule(CountingRule.sample, beside),
      ofRule(
        CountingRule.imported,
        counts.filter(({ source }) => source === 'csv_import'),
      ),
      ofRule(
        CountingRule.relayed,
        counts.filter(({ source }) => source === 'relay'),
      ),
    ],
    asOf: (await readFoldedUntil(em)) ?? now,
  };
}

const sumOf = (rows: readonly { readonly events: number }[]): number =>
  rows.reduce((sum, { events }) => sum + events, 0);

/** The product under any of its names, or all of the organization. */
async function readProducts(em: EntityManager, { organizationId, productId }: CompanyQuestion): Promise<string[]> {
  if (productId === null || productId === undefined) {
    const products = await findProductIds(em, [organizationId]);
    return [...products.keys()];
  }
  const named = await findNamedProduct(em, organizationId, productId);
  if (named === null) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
  return [named];
}
