import { describe, expect, it } from 'vitest';
import { type Bucketed, latencyAt, latencyOf } from '../../server/adoption/rollup.rules.js';

/** The bucket of a latency as the statement of folding computes it; PostgreSQL's own computing is tested where it folds. */
const bucketOf = (ms: number): number => (ms < 0.001 ? 1 : 2 + Math.ceil(Math.log(ms / 0.001) / Math.log(1.04)));

const of = (...latencies: readonly number[]): Bucketed[] =>
  latencies.map((ms) => ({ bucket: bucketOf(ms), receipts: 1 }));

describe('latencies in buckets', () => {
  it('stand for every latency from a microsecond to a day within 2 %', () => {
    for (let ms = 0.001; ms <= 86_400_000; ms *= 1.0037) {
      expect(Math.abs(latencyOf(bucketOf(ms)) - ms) / ms).toBeLessThanOrEqual(0.02);
    }
    expect(Math.abs(latencyOf(bucketOf(86_400_000)) - 86_400_000) / 86_400_000).toBeLessThanOrEqual(0.02);
    expect(bucketOf(86_400_000)).toBeLessThan(650);
  });

  it('are 0 below a microsecond', () => {
    expect(latencyOf(bucketOf(0))).toBe(0);
    expect(latencyAt(95, of(0, 0.0004))).toBe(0);
  });

  it('answer the nearest rank: half of two is the first of them, 95 of 100 the ninety-fifth', () => {
    expect(latencyAt(50, of(100, 900))).toBeCloseTo(100, -1);
    expect(latencyAt(50, of(900, 100))).toBe(latencyAt(50, of(100, 900)));
    const hundred = Array.from({ length: 100 }, (_none, n) => (n < 95 ? 10 : 5_000));
    expect(latencyAt(95, of(...hundred))).toBeCloseTo(10, 0);
    expect(latencyAt(96, of(...hundred))).toBeGreaterThan(4_900);
  });

  it('leave out what has no latency, and are null without any', () => {
    expect(latencyAt(50, [{ bucket: 0, receipts: 1_000 }, ...of(40)])).toBeCloseTo(40, -1);
    expect(latencyAt(50, [{ bucket: 0, receipts: 1_000 }])).toBeNull();
    expect(latencyAt(95, [])).toBeNull();
  });

  it('add up over days: a bucket may stand in the list more than once', () => {
    const twice = [
      { bucket: bucketOf(10), receipts: 2 },
      { bucket: bucketOf(900), receipts: 1 },
      { bucket: bucketOf(900), receipts: 2 },
    ];
    expect(latencyAt(50, twice)).toBe(latencyAt(50, of(10, 10, 900, 900, 900)));
  });
});
