import type { ClientRateLimitInfo, Store } from 'express-rate-limit';

/** A flood from many addresses must not fill the memory: beyond it the oldest counts are forgotten. */
const KEYS_MAX = 50_000;

/** The counts of one policy in this process: a window begins with a key's first call, so the oldest window ends first. */
export class MemoryCounts implements Store {
  readonly localKeys = true;
  readonly #windows = new Map<string, { totalHits: number; readonly resetTime: Date }>();

  constructor(
    private readonly windowMs: number,
    private readonly keysMax = KEYS_MAX,
  ) {}

  /** How many keys are counted now. */
  get size(): number {
    return this.#windows.size;
  }

  increment(key: string): ClientRateLimitInfo {
    this.#forgetEnded();
    let window = this.#windows.get(key);
    if (!window) {
      window = { totalHits: 0, resetTime: new Date(Date.now() + this.windowMs) };
      this.#windows.set(key, window);
    }
    window.totalHits += 1;
    return { ...window };
  }

  get(key: string): ClientRateLimitInfo | undefined {
    this.#forgetEnded();
    const window = this.#windows.get(key);
    return window && { ...window };
  }

  decrement(key: string): void {
    const window = this.#windows.get(key);
    if (window) window.totalHits -= 1;
  }

  resetKey(key: string): void {
    this.#windows.delete(key);
  }

  #forgetEnded(): void {
    const now = Date.now();
    for (const [key, { resetTime }] of this.#windows) {
      if (resetTime.getTime() > now && this.#windows.size < this.keysMax) return;
      this.#windows.delete(key);
    }
  }
}
