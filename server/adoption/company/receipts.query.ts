import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TableOf } from '../../platform/database/table.types.js';
import { readReceiptsSince } from '../../tracking/index.js';
import { instantsOf } from '../day.rules.js';
import type { ReceiptCount } from '../rollup.entity.js';
import { type Bucketed, latencyAt, NO_LATENCY } from '../rollup.rules.js';
import { type CompanyScope, inProducts } from './company-scope.query.js';

/** Receipts of one kind or of all: outcome, cost and latency are of those that have them, and null where none has. */
export interface ReceiptFigures {
  readonly receipts: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly successShare: number | null;
  /** How many of them have a cost. */
  readonly costed: number;
  readonly costCents: number | null;
  /** How many of them have a latency. */
  readonly timed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** Receipts of a window by kind and together; null where folding began to count them within it, which makes the numbers too low. */
export interface WindowReceipts {
  readonly since: Date | null;
  readonly all: ReceiptFigures | null;
  readonly byType: readonly (ReceiptFigures & { readonly receiptType: string })[];
}

interface Row extends Bucketed {
  readonly type: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly costed: number;
  readonly costCents: string;
}

/**
 * The receipts that tracked events of the window carry (`metadata.usageReceipt`). What people report of their own use is theirs: it reaches
 * a company as a relayed event, if they agreed, and counts in no number of it (decisions §5 and §7).
 */
export async function readWindowReceipts(em: EntityManager, scope: CompanyScope): Promise<WindowReceipts> {
  const since = await readReceiptsSince(em);
  const [begin] = instantsOf(scope.window);
  if (since !== null && since > new Date(begin)) return { since, all: null, byType: [] };
  const rows = await readRows(em, scope);
  return {
    since: null,
    all: figuresOf(rows),
    byType: [...Map.groupBy(rows, ({ type }) => type)].map(([receiptType, own]) => ({
      receiptType,
      ...figuresOf(own),
    })),
  };
}

async function readRows(
  em: EntityManager,
  { organizationId, productUuids, counted, window }: CompanyScope,
): Promise<Row[]> {
  const rows = await em
    .getKysely<{ readonly adoption_receipt: TableOf<ReceiptCount> }>()
    .selectFrom('adoption_receipt')
    .where('organization_id', '=', organizationId)
    .where(inProducts(productUuids))
    .where('data_label', '=', counted)
    .where('day', '>=', window.from)
    .where('day', '<=', window.to)
    .groupBy(['receipt_type', 'latency_bucket'])
    .orderBy('receipt_type')
    .orderBy('latency_bucket')
    .select(({ fn }) => [
      'receipt_type as type',
      'latency_bucket as bucket',
      fn.sum<string>('receipts').as('receipts'),
      fn.sum<string>('succeeded').as('succeeded'),
      fn.sum<string>('failed').as('failed'),
      fn.sum<string>('costed').as('costed'),
      sql<string>`sum(cost_cents)::text`.as('costCents'),
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    receipts: Number(row.receipts),
    succeeded: Number(row.succeeded),
    failed: Number(row.failed),
    costed: Number(row.costed),
  }));
}

function figuresOf(rows: readonly Row[]): ReceiptFigures {
  const sumOf = (member: 'receipts' | 'succeeded' | 'failed' | 'costed'): number =>
    rows.reduce((sum, row) => sum + row[member], 0);
  const [succeeded, failed, costed] = [sumOf('succeeded'), sumOf('failed'), sumOf('costed')];
  return {
    receipts: sumOf('receipts'),
    succeeded,
    failed,
    successShare: succeeded + failed > 0 ? succeeded / (succeeded + failed) : null,
    costed,
    costCents: costed > 0 ? centsOf(rows.map(({ costCents }) => costCents)) : null,
    timed: rows.reduce((sum, { bucket, receipts }) => sum + (bucket === NO_LATENCY ? 0 : receipts), 0),
    p50Ms: latencyAt(50, rows),
    p95Ms: latencyAt(95, rows),
  };
}

const DECIMALS = 6;

/** Adds costs as whole millionths of a cent: sums of binary fractions would end in digits that no receipt has. */
function centsOf(sums: readonly string[]): number {
  const millionths = sums.reduce((sum, text) => sum + millionthsOf(text), 0n);
  const digits = String(millionths).padStart(DECIMALS + 1, '0');
  return Number(`${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`);
}

/** Costs have six decimals at most; an older event may have more, which are cut off. */
function millionthsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS)}`);
}
