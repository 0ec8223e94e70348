import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import { fetchConfigured } from '../../platform/outbound/configured.fetch.js';
import { FetchRefused } from '../../platform/outbound/guarded.fetch.js';
import { ageRefusal, parseRates, type RatesReading } from './estimate.rules.js';

export type ReadRates = () => Promise<RatesReading>;

/** Rates are asked for once an hour (specification §8), after a failure again in a minute (decisions §8). */
const CACHED_MS = 60 * 60_000;
const FAILURE_CACHED_MS = 60_000;
const BOUNDS = { timeoutMs: 5_000, bytesMax: 64 * 1024 };

interface CachedReading {
  readonly reading: RatesReading;
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * The process's reader of the reference rates: one fetch however many ask at once, its outcome kept for all. The age is looked at on every
 * reading, so that kept rates do not outlive their week. No rates of an earlier hour stand in for a feed that fails.
 */
export function openExchangeRates(
  feedUrl: string,
  clock: Clock,
  log: Log,
  timeoutMs: number = BOUNDS.timeoutMs,
): ReadRates {
  let cached: CachedReading | null = null;
  let pending: Promise<RatesReading> | null = null;

  const fetchRates = async (): Promise<RatesReading> => {
    const reading = await readFeed(feedUrl, timeoutMs, clock);
    if ('refusal' in reading) log.warn({ reason: reading.refusal }, 'the exchange rates cannot be used');
    const fromMs = clock.now().getTime();
    cached = { reading, fromMs, untilMs: fromMs + ('rates' in reading ? CACHED_MS : FAILURE_CACHED_MS) };
    return reading;
  };

  return async () => {
    const nowMs = clock.now().getTime();
    if (cached && nowMs >= cached.fromMs && nowMs < cached.untilMs) return current(cached.reading, clock.now());
    pending ??= fetchRates().finally(() => {
      pending = null;
    });
    return pending;
  };
}

async function readFeed(feedUrl: string, timeoutMs: number, clock: Clock): Promise<RatesReading> {
  try {
    const { status, body } = await fetchConfigured(feedUrl, { ...BOUNDS, timeoutMs });
    if (status !== 200) return { refusal: 'rates_unavailable' };
    const rates = parseRates(body);
    return rates ? current({ rates }, clock.now()) : { refusal: 'rates_invalid' };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { refusal: error.reason === 'too_large' ? 'rates_invalid' : 'rates_unavailable' };
  }
}

function current(reading: RatesReading, now: Date): RatesReading {
  const refusal = 'rates' in reading ? ageRefusal(reading.rates, now) : null;
  return refusal ? { refusal } : reading;
}
