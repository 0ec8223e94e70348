import { setTimeout as wait } from 'node:timers/promises';
import type { LoadMessage, LoadReport } from './load.types.js';

const LATENCIES_AT_FIRST = 65_536;

/** Counts answers: all of them, and those inside the window with their latency. */
export class LoadWindow {
  private open = false;
  private latencies = new Float64Array(LATENCIES_AT_FIRST);
  private requests = 0;
  private events = 0;
  private wrong = 0;
  private firstWrong: string | null = null;
  private storedEvents = 0;
  /** True when no more requests are to be sent. */
  over = false;

  /** One complete answer: how many events it was for, how many of them were new and stored, and how long it took. */
  answered(events: number, stored: number, latencyMs: number): void {
    this.storedEvents += stored;
    if (!this.open) return;
    if (this.requests === this.latencies.length) {
      const longer = new Float64Array(this.latencies.length * 2);
      longer.set(this.latencies);
      this.latencies = longer;
    }
    this.latencies[this.requests] = latencyMs;
    this.requests += 1;
    this.events += events;
  }

  /** An answer that was not the expected one; it counts in lead and window alike. */
  answeredWrongly(what: string): void {
    this.wrong += 1;
    this.firstWrong ??= what.slice(0, 600);
  }

  /** Lets the load run for lead and window, tells both edges, and answers the report once `drained` says that nothing is in flight. */
  async measure(
    order: { leadMs: number; windowMs: number },
    tell: (message: LoadMessage) => void,
    drained: () => Promise<void>,
  ): Promise<LoadReport> {
    await wait(order.leadMs);
    const cpu = process.cpuUsage();
    const started = performance.now();
    this.open = true;
    tell({ kind: 'window' });
    await wait(order.windowMs);
    this.open = false;
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    tell({ kind: 'over' });
    this.over = true;
    await drained();
    const sorted = this.latencies.subarray(0, this.requests).sort();
    const quantile = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return {
      events: this.events,
      requests: this.requests,
      seconds,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      generatorCpuSeconds: (used.user + used.system) / 1e6,
      storedEvents: this.storedEvents,
      wrong: this.wrong,
      firstWrong: this.firstWrong,
    };
  }
}
