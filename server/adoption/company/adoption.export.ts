import type { EntityManager } from '@mikro-orm/postgresql';
import { IsIn } from 'class-validator';
import type { Response } from 'express';
import { MemberRole, personOf, requireMember } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv-text.rules.js';
import { Fault } from '../../platform/fault.js';
import { writePiece } from '../../platform/http/stream.write.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { openPlaces, type Places } from '../../platform/places.js';
import { daysOf } from '../evidence/index.js';
import { CompanyAdoptionArgs, windowProblems } from './company-args.types.js';
import { type CompanyScope, readAsMember } from './company-scope.read.js';
import { type Exported, type ExportRow, exportColumns, exported, readExportRows } from './export-rows.read.js';

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
    await requireMember(ctx, organizationId, MemberRole.member);
    await ctx.parts.adoptionExports.during(async (take) => {
      await take({ organization: organizationId, person: personOf(ctx) });
      await readAsMember(ctx, args, (em, scope) => stream(em, scope, args, ctx.res, today));
    });
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
    res.end(format === 'csv' ? '' : '\n]}\n');
  } catch (error) {
    if (!res.headersSent) throw error;
    res.destroy(error instanceof Error ? error : undefined); // a whole answer would say that nothing is missing
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
