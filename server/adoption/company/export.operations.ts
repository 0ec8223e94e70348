import type { EntityManager } from '@mikro-orm/postgresql';
import { IsIn } from 'class-validator';
import type { Response } from 'express';
import { findProductIds, MemberRole, personOf, requireMember } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../../platform/csv-text.rules.js';
import { type Columns, NamedStatement, type NamedValues, type RowOf } from '../../platform/database/bare-statement.js';
import { Fault } from '../../platform/fault.js';
import { writePiece } from '../../platform/http/stream.write.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { openPlaces, type Places } from '../../platform/places.js';
import { eventLabel } from '../../tracking/index.js';
import { daysOf } from '../day.rules.js';
import { OF_ORGANIZATION, SCOPE } from '../evidence/index.js';
import { type CompanyScope, OF_FAMILY, readAsMember, valuesIn } from './company-scope.query.js';
import { CompanyAdoptionArgs, windowProblems } from './company-view.types.js';
import { readDays } from './counts.query.js';
import { ACCOUNTS, accountOf, DEVELOPERS, developerOf, listed, readCover, type TopPage } from './top.query.js';

/** Rows that are read and written at once: an export of any length holds no more of them. */
const ROWS_AT_ONCE = 1_000;

export const exported = ['days', 'accounts', 'developers', 'events'] as const;
export type Exported = (typeof exported)[number];

/** One line of an export: the same members in every line. */
export type ExportRow = Readonly<Record<string, Cell>>;

/** The members of each kind of line, in their order. */
export const exportColumns: Record<Exported, readonly string[]> = {
  days: ['day', 'events', 'developers', 'accounts'],
  accounts: ['accountDomain', 'events', 'developers', 'firstSeen', 'lastSeen', 'activatedAt'],
  developers: ['developerId', 'events', 'firstSeen', 'lastSeen', 'activatedAt', 'retainedAt'],
  events: [
    'eventId',
    'idempotencyKey',
    'productId',
    'event_name',
    'event_family',
    'developer_id',
    'account_domain',
    'campaignId',
    'occurredAt',
    'receivedAt',
    'source',
    'label',
    'vendorOwnDomain',
  ],
};

/** The lines of an export, some at a time, within the caller's transaction. */
export async function* readExportRows(
  em: EntityManager,
  scope: CompanyScope,
  what: Exported,
  today: string,
): AsyncGenerator<ExportRow[]> {
  const all: TopPage<'events'> = { sort: 'events', descending: true };
  if (what === 'days')
    yield (await readDays(em, scope, today)).map(({ day, events, developers, accounts }) => ({
      day,
      events,
      developers,
      accounts,
    }));
  else if (what === 'accounts') {
    const { statement, own } = listed(ACCOUNTS, all);
    for await (const rows of fetchAll(em, statement, { ...valuesIn(scope), ...own, ...(await readCover(em, scope)) }))
      yield rows.map((row) => ({ ...accountOf(row) }));
  } else if (what === 'developers') {
    const { statement, own } = listed(DEVELOPERS, all);
    for await (const rows of fetchAll(em, statement, { ...valuesIn(scope), ...own, ...(await readCover(em, scope)) }))
      yield rows.map((row) => ({ ...developerOf(row) }));
  } else yield* readEvents(em, scope);
}

/** The rows of a statement by a cursor of the database, which lives as long as the transaction. */
async function* fetchAll<C extends Columns>(
  em: EntityManager,
  statement: NamedStatement<C>,
  values: NamedValues,
): AsyncGenerator<RowOf<NamedStatement<C>>[]> {
  await em.execute(`declare exported no scroll cursor for ${statement.text}`, statement.valuesOf(values));
  for (;;) {
    const rows = await em.execute<RowOf<NamedStatement<C>>[]>(`fetch ${ROWS_AT_ONCE} from exported`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

export const EVENTS = new NamedStatement(
  {
    id: 'uuid',
    idempotency_key: 'text',
    product_uuid: 'uuid',
    event_name: 'text',
    event_family: 'text?',
    developer_id: 'text',
    account_domain: 'text?',
    campaign_id: 'text?',
    occurred_at: 'timestamp with time zone?',
    received_at: 'timestamp with time zone',
    source: 'text',
    data_label: 'text',
    vendor_own_domain: 'boolean',
  },
  `with ${SCOPE}
select e.id, e.idempotency_key, e.product_uuid, e.event_name, e.event_family, e.developer_id, e.account_domain, e.campaign_id, e.occurred_at,
  e.received_at, e.source, e.data_label, e.vendor_own_domain
from tracking_event e join scope using (organization_id, product_uuid)
where e.${OF_ORGANIZATION} and (coalesce(e.occurred_at, e.received_at) at time zone 'utc')::date between :from::date and :to::date and ${OF_FAMILY}
order by e.organization_id, e.id`,
);

/** Reads every event of the window, counted or not, in the order of arrival. */
async function* readEvents(em: EntityManager, scope: CompanyScope): AsyncGenerator<ExportRow[]> {
  const { organizationId } = scope;
  const names = await findProductIds(em, [organizationId]);
  for await (const rows of fetchAll(em, EVENTS, valuesIn(scope)))
    yield rows.map((row) => ({
      eventId: publicId('evt', row.id),
      idempotencyKey: row.idempotency_key,
      productId: names.get(row.product_uuid) ?? null,
      event_name: row.event_name,
      event_family: row.event_family,
      developer_id: row.developer_id,
      account_domain: row.account_domain,
      campaignId: row.campaign_id,
      occurredAt: row.occurred_at,
      receivedAt: row.received_at,
      source: row.source,
      label: eventLabel(row.source, row.data_label),
      vendorOwnDomain: row.vendor_own_domain,
    }));
}

const FORMATS = ['csv', 'json'] as const;
/** Each export holds a connection of the pool as long as its caller reads: one organization leaves a place to the others, and so does one person. */
const AT_ONCE_MAX = 3;
const OF_ONE_MAX = 2;
const DEADLINE_MS = 120_000;

export class AdoptionExportArgs extends CompanyAdoptionArgs {
  @IsIn(exported)
  what: Exported;

  @IsIn(FORMATS)
  format: (typeof FORMATS)[number];

  /** Parameters that no export has. */
  unknown: readonly string[];
}

const PARAMETERS = ['organizationId', 'productId', 'family', 'from', 'to', 'what', 'format'];

/** The parameters of an address, unchecked. */
export const exportArgsOf = (query: Readonly<Record<string, unknown>>): AdoptionExportArgs =>
  Object.assign(new AdoptionExportArgs(), {
    ...Object.fromEntries(PARAMETERS.map((name) => [name, query[name]])),
    unknown: Object.keys(query).filter((name) => !PARAMETERS.includes(name)),
  });

/** The exports of one process that are under way, by organization and person. */
export interface ExportParts {
  readonly adoptionExports: Places<'organization' | 'person'>;
}

export const openExports = (): ExportParts => ({
  adoptionExports: openPlaces({
    inAllMax: AT_ONCE_MAX,
    eachMax: { organization: OF_ONE_MAX, person: OF_ONE_MAX },
    refuse: () =>
      new Fault('UNAVAILABLE', { say: 'Other exports are under way. Ask again in a while.', retryAfterS: 10 }),
  }),
});

/**
 * Streams the numbers or events of a window to a member of the organization, from one snapshot of the database. It is no GraphQL operation,
 * since a stream cannot be one, but has the same access, limits and problems (decisions §1, named exceptions).
 */
export const exportAdoption = operation(
  { name: 'exportAdoption', who: ['session'], limit: 'workflow' },
  async function exportAdoption(ctx: RequestContext<ExportParts>, args: AdoptionExportArgs): Promise<void> {
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    const { organizationId } = args;
    // A place is taken once it is known that the caller is a member, so no stranger has one, and before a connection is.
    await requireMember(ctx, organizationId, MemberRole.reader);
    const { res } = ctx;
    try {
      await ctx.parts.adoptionExports.during(async (take) => {
        await take({ organization: organizationId, person: personOf(ctx) });
        await readAsMember(ctx, args, (em, scope) => stream(em, scope, args, res, today));
      });
    } catch (error) {
      if (!res.headersSent) throw error;
      res.destroy(error instanceof Error ? error : undefined); // a whole answer would say that nothing is missing
      return;
    }
    // The place is free and the database has let go before the caller has the last piece, and asks for the next export.
    res.end(args.format === 'csv' ? '' : '\n]}\n');
  },
  {
    check: (args) => [
      ...args.unknown.map((name) => ({
        pointer: `/${name}`,
        code: 'unknown',
        detail: `there is no parameter of this name; there are ${PARAMETERS.join(', ')}`,
      })),
      ...windowProblems(args),
    ],
  },
);

async function stream(
  em: EntityManager,
  scope: CompanyScope,
  { what, format, productId }: AdoptionExportArgs,
  res: Response,
  today: string,
): Promise<void> {
  const { label, family, window } = scope;
  const { from, to } = window;
  const name = ['adoption', what, ...(family ? [family] : []), from, to].join('-');
  res.setHeader('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
  res.setHeader('Content-Disposition', `attachment; filename="${name}.${format}"`);
  res.setHeader('Cache-Control', 'private, no-store');
  const deadline = setTimeout(() => res.destroy(), DEADLINE_MS);
  const columns = csvColumns(what);
  try {
    await writePiece(
      res,
      format === 'csv' ? `${BYTE_ORDER_MARK}${csvLine(columns)}` : jsonHead(scope, what, productId ?? null),
    );
    let first = true;
    for await (const rows of readExportRows(em, scope, what, today)) {
      const lines =
        format === 'csv'
          ? rows.map((row) => csvOf(columns, { label, from, to, ...row }))
          : rows.map((row, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(row)}`);
      first = false;
      await writePiece(res, lines.join(''));
    }
  } finally {
    clearTimeout(deadline);
  }
}

/** The members of a line, and what it is of: each line says its label and window, since a line has no other place for them (decisions §5). */
const csvColumns = (what: Exported): string[] => [...new Set([...exportColumns[what], 'label', 'from', 'to'])];

const csvOf = (columns: readonly string[], row: ExportRow): string => csvLine(columns.map((name) => row[name] ?? null));

function jsonHead(
  { organizationId, window, family, label, sources, excluded, asOf }: CompanyScope,
  what: Exported,
  productId: string | null,
): string {
  const head = {
    scope: { organizationId: publicId('org', organizationId), productId, family },
    window: { ...window, days: daysOf(window) },
    asOf,
    label,
    sources,
    excluded,
    what,
  };
  return `${JSON.stringify(head).slice(0, -1)},"rows":[`;
}
