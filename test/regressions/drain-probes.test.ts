import { expect, it, vi } from 'vitest';
import { openReadiness } from '../../server/platform/http/readiness.js';

it('a stop waits for a balancer until two of its probes were refused, and no longer', async () => {
  vi.useFakeTimers(); // no time passes: what ends the wait is the second refusal
  try {
    const readiness = openReadiness();
    expect(readiness.ask()).toBe(true);
    let ended = false;
    const drained = readiness.drain().then(() => {
      ended = true;
    });
    expect(readiness.ask()).toBe(false);
    await Promise.resolve();
    expect(ended).toBe(false);
    expect(readiness.ask()).toBe(false);
    await drained;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
