import { IsIn, IsOptional, Matches } from 'class-validator';
import type { Response } from 'express';
import { IsProductId, MemberRole, personOf, requireMember } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../../platform/csv-text.rules.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { writePiece } from '../../platform/http/stream.write.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { productUuidOf, readArrivedEvents, type TrackedEvent } from '../../tracking/index.js';
import { instantsOf } from '../day.rules.js';
import { windowProblems } from './company-view.types.js';
import type { ExportParts } from './export.operations.js';

const FORMATS = ['ndjson', 'csv'] as const;
type Format = (typeof FORMATS)[number];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** As many events as a browser holds at once, and as arrive before the deadline of an export over a slow line. */
const EVENTS_MAX = 100_000;
const LIMIT = /^(?:[1-9]\d{0,4}|100000)$/;
const DEADLINE_MS = 120_000;
/** An event of the last minute may still come into the table before others that are there: a caller who went on after those would miss it. */
const SETTLED_MS = 60_000;

export class EventExportArgs {
  @IdOf('org')
  organizationId: string;

  @IsOptional()
  @IsProductId()
  productId?: string;

  @Matches(DAY)
  from: string;

  @Matches(DAY)
  to: string;

  @IsIn(FORMATS)
  format: Format;

  @IsOptional()
  @IdOf('evt')
  after?: string;

  @IsOptional()
  @Matches(LIMIT, { message: `must be 1 to ${EVENTS_MAX}` })
  limit?: string;

  /** Parameters that no export has. */
  unknown: readonly string[];
}

const PARAMETERS = ['organizationId', 'productId', 'from', 'to', 'format', 'after', 'limit'];

/** The parameters of an address, unchecked. */
export const eventExportArgsOf = (query: Readonly<Record<string, unknown>>): EventExportArgs =>
  Object.assign(new EventExportArgs(), {
    ...Object.fromEntries(PARAMETERS.map((name) => [name, query[name]])),
    unknown: Object.keys(query).filter((name) => !PARAMETERS.includes(name)),
  });

/**
 * Streams a company's own events of any window to a member, whole and in the order of their arrival, at most so many at once. Its lines say how
 * to go on: an answer that broke off, or that has as many lines as were wanted, goes on after the id of its last whole line. No connection to
 * the database is held while the caller reads.
 */
export const exportEvents = operation(
  { name: 'exportEvents', who: ['session'], limit: 'workflow' },
  async function exportEvents(ctx: RequestContext<ExportParts>, args: EventExportArgs): Promise<void> {
    const { organizationId, productId } = args;
    await requireMember(ctx, organizationId, MemberRole.reader);
    const productUuid = productId ? await productUuidOf(ctx.em, organizationId, productId) : null;
    const { res } = ctx;
    try {
      await ctx.parts.adoptionExports.during(async (take) => {
        await take({ organization: organizationId, person: personOf(ctx) });
        await stream(ctx, args, productUuid);
      });
    } catch (error) {
      if (!res.headersSent) throw error;
      res.destroy(error instanceof Error ? error : undefined); // a whole answer would say that nothing is missing
      return;
    }
    res.end();
  },
  {
    check: (args) => [
      ...args.unknown.map((name) => ({
        pointer: `/${name}`,
        code: 'unknown',
        detail: `there is no parameter of this name; there are ${PARAMETERS.join(', ')}`,
      })),
      // Events are read piece by piece, so that a window may be as long as it wants.
      ...windowProblems(args).filter(({ code }) => code !== 'too_long'),
    ],
  },
);

async function stream(
  { em, platform, res }: RequestContext,
  { organizationId, from, to, format, after, limit }: EventExportArgs,
  productUuid: string | null,
): Promise<void> {
  const [since, before] = instantsOf({ from, to });
  const settled = new Date(platform.clock.now().getTime() - SETTLED_MS).toISOString();
  const window = { organizationId, productUuid, since, until: before < settled ? before : settled };
  writeHead(res, format, ['events', from, to, ...(after ? ['after', publicId('evt', after)] : [])].join('-'));
  const deadline = setTimeout(() => res.destroy(), DEADLINE_MS);
  try {
    if (format === 'csv') await writePiece(res, `${BYTE_ORDER_MARK}${csvLine(Object.keys(COLUMNS))}`);
    for await (const events of readArrivedEvents(em, window, after ?? null, Number(limit ?? EVENTS_MAX)))
      await writePiece(res, events.map(format === 'csv' ? csvOf : ndjsonOf).join(''));
  } finally {
    clearTimeout(deadline);
  }
}

function writeHead(res: Response, format: Format, name: string): void {
  res.setHeader('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
  res.setHeader('Content-Disposition', `attachment; filename="${name}.${format}"`);
  res.setHeader('Cache-Control', 'private, no-store');
}

/** The members of a line, as the look-up of an event has them, by the names of their columns. */
const COLUMNS: Readonly<Record<string, (event: TrackedEvent) => Cell>> = {
  eventId: ({ eventId }) => publicId('evt', eventId),
  idempotencyKey: ({ idempotencyKey }) => idempotencyKey,
  productId: ({ product }) => product?.id ?? null,
  event_name: ({ event_name }) => event_name,
  event_family: ({ event_family }) => event_family,
  developer_id: ({ developer_id }) => developer_id,
  account_domain: ({ account_domain }) => account_domain,
  campaignId: ({ attribution }) => attribution?.campaignId ?? null,
  campaignSource: ({ attribution }) => attribution?.source ?? null,
  occurredAt: ({ occurredAt }) => occurredAt,
  receivedAt: ({ receivedAt }) => receivedAt,
  projectId: ({ projectId }) => projectId,
  source: ({ source }) => source,
  label: ({ label }) => label,
  vendorOwnDomain: ({ vendorOwnDomain }) => vendorOwnDomain,
  metadata: ({ metadata }) => (metadata === null ? null : JSON.stringify(metadata)),
};

const csvOf = (event: TrackedEvent): string => csvLine(Object.values(COLUMNS).map((cell) => cell(event)));

const ndjsonOf = ({
  eventId,
  idempotencyKey,
  event_name,
  event_family,
  developer_id,
  account_domain,
  product,
  attribution,
  occurredAt,
  receivedAt,
  projectId,
  metadata,
  source,
  label,
  vendorOwnDomain,
}: TrackedEvent): string =>
  `${JSON.stringify({
    eventId: publicId('evt', eventId),
    idempotencyKey,
    event_name,
    event_family,
    developer_id,
    account_domain,
    product: product ?? null,
    attribution,
    occurredAt,
    receivedAt,
    projectId,
    metadata,
    source,
    label,
    vendorOwnDomain,
  })}\n`;
