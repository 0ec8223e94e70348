/** Specification §1, rule 5: 7 × 24 hours, whatever a calendar says of them. */
export const RETAINED_AFTER_HOURS = 7 * 24;
/** Decisions §5, Company view: a return after that is not counted as one, so that each developer had the same time for it. */
export const MATURED_AFTER_HOURS = 14 * 24;

/** Numbers of developers or accounts that one row of `adoption_presence` stands for. */
export const CHUNK_BITS = 1024;

/** No one of a chunk, as an expression. */
export const NO_BITS = `0::bit(${CHUNK_BITS})`;
/** The chunk of a number, as an expression. */
export const chunkOf = (number: string): string => `${number} / ${CHUNK_BITS}`;
/** One number as the bits of its chunk, as an expression. */
export const bitOf = (number: string): string => `set_bit(${NO_BITS}, ${number} % ${CHUNK_BITS}, 1)`;

/** Bounds of buckets grow by this factor, so that the value of a bucket is at most 2 % away from any latency in it. */
const GROWTH = 1.04;
/** One microsecond: everything shorter is one bucket, whose value is 0. */
const LEAST_MS = 0.001;

/** The bucket of receipts without a latency. */
export const NO_LATENCY = 0;
const SHORTEST = 1;
const FIRST = 2;

/** The bucket of a latency in milliseconds, as an expression; both bounds of an event's latency are checked before it is stored. */
export const bucketText = (latencyMs: string): string =>
  `(case when ${latencyMs} is null then ${NO_LATENCY} when ${latencyMs} < ${LEAST_MS} then ${SHORTEST}
      else ${FIRST} + ceil(ln(${latencyMs} / ${LEAST_MS}::float8) / ln(${GROWTH}::float8))::integer end)`;

/** The latency that stands for a bucket: no other is nearer to both of its bounds, in proportion. */
export const latencyOf = (bucket: number): number =>
  bucket <= SHORTEST ? 0 : (2 * LEAST_MS * GROWTH ** (bucket - FIRST)) / (GROWTH + 1);

/** How many receipts have a latency in a bucket. */
export interface Bucketed {
  readonly bucket: number;
  readonly receipts: number;
}

/**
 * The latency that so many percent of the receipts do not exceed, by nearest rank, with four significant digits; null without a latency.
 * Buckets may stand in the list more than once, as those of several days do.
 */
export function latencyAt(percent: number, buckets: readonly Bucketed[]): number | null {
  const timed = buckets.filter(({ bucket }) => bucket !== NO_LATENCY).toSorted((a, b) => a.bucket - b.bucket);
  const all = timed.reduce((sum, { receipts }) => sum + receipts, 0);
  if (all === 0) return null;
  const rank = Math.max(1, Math.ceil((percent * all) / 100));
  let passed = 0;
  const found = timed.find(({ receipts }) => {
    passed += receipts;
    return passed >= rank;
  });
  return found ? Number(latencyOf(found.bucket).toPrecision(4)) : null;
}
