import { IsOptional, Matches } from 'class-validator';
import { entryLine, headLine } from '../../platform/audit/audit.export.js';
import { readChainEntries, readChainHead } from '../../platform/audit/chain.read.js';
import type { RequestContext } from '../../platform/context.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { writePiece } from '../../platform/http/stream.write.js';
import { operation } from '../../platform/operation.js';
import { readableChain } from './audit.operations.js';

const ENTRIES_MAX = 10_000;
const ROWS_AT_ONCE = 500;
const DEADLINE_MS = 120_000;
const LIMIT = /^(?:[1-9]\d{0,3}|10000)$/;
const SEQUENCE = /^\d{1,15}$/;

export class AuditExportArgs {
  @IsOptional()
  @IdOf('org')
  organizationId?: string;

  @IsOptional()
  @Matches(SEQUENCE, { message: 'must be the sequence of an entry' })
  after?: string;

  @IsOptional()
  @Matches(LIMIT, { message: `must be 1 to ${ENTRIES_MAX}` })
  limit?: string;

  /** Parameters that no export has. */
  unknown: readonly string[];
}

const PARAMETERS = ['organizationId', 'after', 'limit'];

/** The parameters of an address, unchecked. */
export const auditExportArgsOf = (query: Readonly<Record<string, unknown>>): AuditExportArgs =>
  Object.assign(new AuditExportArgs(), {
    ...Object.fromEntries(PARAMETERS.map((name) => [name, query[name]])),
    unknown: Object.keys(query).filter((name) => !PARAMETERS.includes(name)),
  });

/**
 * Streams an audit log as lines that `scripts/verify-audit.mjs` verifies without a server: entries by their sequence, and the head behind the last
 * one. An answer without a head has more behind it and goes on after the sequence of its last whole line. No connection to the database is held
 * while the caller reads.
 */
export const exportAuditLog = operation(
  { name: 'exportAuditLog', who: ['session'], limit: 'workflow' },
  async function exportAuditLog(ctx, args: AuditExportArgs): Promise<void> {
    const chain = await readableChain(ctx, args.organizationId);
    const { res } = ctx;
    res.setHeader('Content-Type', 'application/x-ndjson; charset=utf-8');
    res.setHeader('Content-Disposition', `attachment; filename="audit-${chain.name}.ndjson"`);
    res.setHeader('Cache-Control', 'private, no-store');
    const deadline = setTimeout(() => res.destroy(), DEADLINE_MS);
    try {
      await stream(ctx, chain, Number(args.after ?? 0), Number(args.limit ?? ENTRIES_MAX));
    } catch (error) {
      if (!res.headersSent) throw error;
      res.destroy(error instanceof Error ? error : undefined); // a whole answer would say that nothing is missing
      return;
    } finally {
      clearTimeout(deadline);
    }
    res.end();
  },
  {
    check: ({ unknown }) =>
      unknown.map((name) => ({
        pointer: `/${name}`,
        code: 'unknown',
        detail: `there is no parameter of this name; there are ${PARAMETERS.join(', ')}`,
      })),
  },
);

/** The head is read after the entries: an erasure that took values meanwhile has its own entry before it. */
async function stream(
  { em, res }: RequestContext,
  chain: Awaited<ReturnType<typeof readableChain>>,
  after: number,
  limit: number,
): Promise<void> {
  let last = after;
  for (let left = limit; ; ) {
    const rows = await readChainEntries(em, chain, last, Math.min(left, ROWS_AT_ONCE));
    await writePiece(res, rows.map((row) => `${entryLine(chain.name, row)}\n`).join(''));
    last = Number(rows.at(-1)?.sequence ?? last);
    left -= rows.length;
    const head = await readChainHead(em, chain);
    if (head === null || head.sequence <= last) {
      if (head?.sequence === last) await writePiece(res, `${headLine(chain.name, head)}\n`);
      return;
    }
    if (left === 0) return;
  }
}
