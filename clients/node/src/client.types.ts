import type { Drop, DryRun, EventName, LookUp, Product, Report, TrackingEvent, Verdict } from './event.types.js';

/** Time as the client sees it; a test hands in its own. */
export interface Clock {
  now(): number;
  /** Milliseconds since any moment, unchanged when the wall clock is set; `now` where it is absent. */
  elapsed?(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A spool on disk. */
export interface SpoolOptions {
  readonly folder: string;
  /** Bytes on disk at most (256 MiB); what does not go in is counted as unspooled. */
  readonly bytesMax?: number | undefined;
  /**
   * How long a write may hold `track` (1 ms). After three in a row that took longer, the next ones are written beside the caller for a second, and a process
   * that is killed meanwhile loses them. With `Infinity` every event is on disk before `track` returns.
   */
  readonly holdMs?: number | undefined;
}

export interface ClientOptions {
  /** The address of the API, such as https://api.example.com. */
  readonly url: string;
  /** The tracking key (dtk_…). It is sent to that address alone and appears in no error, report or inspection. */
  readonly key: string;
  /** The product that events without one are about, as it is registered. */
  readonly product?: Product | undefined;
  /** A folder on disk in which events outlive the process; needs Node, Bun or Deno. Several processes may share it. */
  readonly spool?: SpoolOptions | undefined;
  /** Events that wait in memory at most (10,000); one more is dropped and counted. */
  readonly queueEventsMax?: number | undefined;
  /** Bytes that wait in memory at most (16 MiB). */
  readonly queueBytesMax?: number | undefined;
  /** How long an event may wait for others to share its request (1 s). */
  readonly delayMs?: number | undefined;
  /** How long one request may take (10 s). */
  readonly requestTimeoutMs?: number | undefined;
  /** The first pause before a retry (500 ms); it doubles up to `retryMaxMs` (60 s), and each is drawn between half and the whole of it. */
  readonly retryBaseMs?: number | undefined;
  readonly retryMaxMs?: number | undefined;
  /** How long an event is retried (a day, which is also the most). */
  readonly retryForMs?: number | undefined;
  /** Refusals that the report lists at most (1,000). */
  readonly refusalsMax?: number | undefined;
  /** Lets http:// be used beyond this machine, such as between containers: the key travels in the clear then. */
  readonly allowHttp?: boolean | undefined;
  /** Keeps a serverless platform from freezing the process while events are being sent. */
  readonly waitUntil?: ((sending: Promise<unknown>) => void) | undefined;
  /** Closes the client at once when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly onVerdict?: ((verdict: Verdict) => void) | undefined;
  readonly onDrop?: ((drop: Drop) => void) | undefined;
  /** Receives a line about each failed request; without it the client writes nothing anywhere. */
  readonly log?: ((line: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface WaitOptions extends CallOptions {
  readonly timeoutMs?: number | undefined;
}

/** Whether an event was taken, and the key under which it can be looked up. */
export type Tracked =
  | { readonly accepted: true; readonly key: string }
  | { readonly accepted: false; readonly key: string; readonly reason: Drop['reason'] };

export interface Client {
  /** Takes an event and returns at once. It never throws, and never waits for the network. */
  track<Name extends EventName>(event: TrackingEvent<Name>): Tracked;
  /** Sends an event before those that wait, and answers its verdict; retries until `timeoutMs` (30 s) is over. */
  trackNow<Name extends EventName>(event: TrackingEvent<Name>, options?: WaitOptions): Promise<Verdict>;
  /** Sends events in requests of 50 at most and answers a verdict for each, in their order. */
  batch(events: readonly TrackingEvent[], options?: WaitOptions): Promise<readonly Verdict[]>;
  /** Asks the service what it would do with an event; nothing is stored. */
  dryRun<Name extends EventName>(event: TrackingEvent<Name>, options?: CallOptions): Promise<DryRun>;
  /** Asks the service what it has stored under an idempotency key. */
  lookUp(key: string, options?: CallOptions): Promise<LookUp>;
  /** Resolves when each event that was taken before has its verdict; `sent` is false when the time was over first. */
  flush(options?: WaitOptions): Promise<{ readonly sent: boolean; readonly unsent: number }>;
  /** Sends what waits, for `timeoutMs` (5 s) at most, and reports the outcome of everything. Later calls get the same report. */
  close(options?: WaitOptions): Promise<Report>;
  /** How many events have no verdict yet. */
  readonly waiting: number;
}
