import { byteLength } from './canonical.js';
import type { CallOptions, Client, ClientOptions, Tracked, WaitOptions } from './client.types.js';
import { type Prepared, prepareEvent } from './event.prepare.js';
import type { Drop, Report, TrackingEvent, Verdict } from './event.types.js';
import { readOptions, releaseTimer } from './options.js';
import { pauseMs } from './retry.rules.js';
import { type Attempt, openService, type Sendable, UnansweredError } from './service.js';
import { openSpool, type Spool, type SpoolPlace } from './spool.js';

/** The most events of one request. */
const BATCH_EVENTS_MAX = 50;
const TRACK_NOW_MS = 30_000;
const CLOSE_MS = 5_000;
/** Timers count to this at most. */
const TIMER_MS_MAX = 2 ** 31 - 1;

interface Entry extends Sendable {
  readonly bytes: number;
  /** Its place in the order in which events were taken. */
  readonly order: number;
  /** When it was taken, by a clock that does not jump when the wall clock is set. */
  readonly began: number;
  readonly place: SpoolPlace | null;
}

interface Waiter {
  /** Everything that was taken before this order is to have its verdict. */
  readonly before: number;
  done(): void;
}

/** Opens a client. It throws where an option cannot be used, and never afterwards. */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options);
  const { clock } = settings;
  const service = openService(settings);
  const spool: Spool | null = options.spool ? openSpool(options.spool, countUnspooled) : null;

  const queue: Entry[] = [];
  let head = 0;
  /** Groups whose last request failed, in their order; each is sent again as it was. */
  const again: Entry[][] = [];
  let underWay: Entry[] = [];
  let waitingBytes = 0;
  let waiting = 0;
  let nextOrder = 0;
  let waiters: Waiter[] = [];
  let failures = 0;
  let pauseBeforeNext = 0;
  let timer: unknown = null;
  let wake: (() => void) | null = null;
  let pump: Promise<void> | null = null;
  let closing: Promise<Report> | null = null;
  let mayClaim = spool !== null;
  const ending = new AbortController();

  const counts = { stored: 0, duplicate: 0, ignored: 0, refused: 0, dropped: 0, unspooled: 0 };
  const refused: { key: string; refusal: Extract<Verdict, { status: 'refused' }>['refusal'] }[] = [];

  function countUnspooled(events: number): void {
    counts.unspooled += events;
  }

  /** Callbacks are the host's: what they throw is theirs, and no event is lost by it. */
  function call<T>(callback: ((value: T) => void) | undefined, value: T): void {
    try {
      callback?.(value);
    } catch {
      // The client has no place to report it.
    }
  }

  function drop(key: string, reason: Drop['reason']): Tracked {
    counts.dropped += 1;
    call(options.onDrop, { key, reason });
    call(options.onVerdict, { status: 'dropped', key, reason });
    return { accepted: false, key, reason };
  }

  function count(verdict: Verdict): void {
    if (verdict.status === 'unsent' || verdict.status === 'dropped') return;
    counts[verdict.status] += 1;
    if (verdict.status === 'refused') {
      refused.push({ key: verdict.key, refusal: verdict.refusal });
      if (refused.length > settings.refusalsMax) refused.shift();
    }
    call(options.onVerdict, verdict);
  }

  const elapsed = (): number => clock.elapsed?.() ?? clock.now();

  function entryOf(prepared: Extract<Prepared, { ok: true }>, place: SpoolPlace | null, ageMs = 0): Entry {
    const { key, text, bytes } = prepared;
    waiting += 1;
    waitingBytes += bytes;
    return { key, text, bytes, began: elapsed() - ageMs, place, order: nextOrder++, unknown: false, lookedUp: false };
  }

  function settle(entry: Entry): void {
    waiting -= 1;
    waitingBytes -= entry.bytes;
    try {
      if (entry.place) spool?.settle(entry.place, entry.key);
    } catch {
      // It is sent once more after a restart, as a duplicate.
    }
  }

  const isFull = (bytes: number): boolean =>
    waiting + 1 > settings.queueEventsMax || waitingBytes + bytes > settings.queueBytesMax;

  function track(event: unknown): Tracked {
    const now = clock.now();
    const prepared = prepareEvent(event, options.product, now);
    if (!prepared.ok) return drop(prepared.key, prepared.reason);
    if (closing) return drop(prepared.key, 'closed');
    if (isFull(prepared.bytes)) return drop(prepared.key, 'queue_full');
    queue.push(entryOf(prepared, placed(prepared, now)));
    start(queue.length - head >= BATCH_EVENTS_MAX ? 0 : settings.delayMs);
    if (options.waitUntil) keepAwake(options.waitUntil);
    return { accepted: true, key: prepared.key };
  }

  let awake = false;
  function keepAwake(waitUntil: (sending: Promise<unknown>) => void): void {
    if (awake) return;
    awake = true;
    const sending = flush().finally(() => {
      awake = false;
    });
    call(waitUntil, sending);
  }

  /** Starts sending in so many milliseconds, or wakes what already waits for longer. */
  function start(ms: number): void {
    if (pump) {
      if (ms === 0) wake?.();
      return;
    }
    pump = run(ms).finally(() => {
      pump = null;
      if (hasMore() && !ending.signal.aborted) start(0);
    });
  }

  const hasMore = (): boolean => again.length > 0 || head < queue.length;

  async function run(delayMs: number): Promise<void> {
    await pause(delayMs, true);
    while (!ending.signal.aborted) {
      await pause(pauseBeforeNext, false);
      pauseBeforeNext = 0;
      if (ending.signal.aborted) return;
      const group = again.shift() ?? taken();
      if (group.length === 0) {
        if (!claimLeft()) return;
        continue;
      }
      underWay = expired(group);
      if (underWay.length === 0) {
        wakeWaiters();
        continue;
      }
      const attempt = await service.send(underWay, ending.signal);
      finish(attempt);
    }
  }

  /** A pause before a batch ends when the batch is full or flushed; one that follows a failure does not. */
  async function pause(ms: number, mayWake: boolean): Promise<void> {
    if (ms <= 0 || ending.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clock.clearTimeout(timer);
        timer = null;
        wake = null;
        ending.signal.removeEventListener('abort', end);
        resolve();
      };
      timer = clock.setTimeout(end, Math.min(ms, TIMER_MS_MAX));
      releaseTimer(timer); // a call that waits for this has a timer of its own
      if (mayWake) wake = end;
      ending.signal.addEventListener('abort', end);
    });
  }

  function taken(): Entry[] {
    const group = queue.slice(head, head + BATCH_EVENTS_MAX);
    head += group.length;
    if (head > 1_024 && head * 2 > queue.length) {
      queue.splice(0, head);
      head = 0;
    }
    return group;
  }

  /** Drops what was retried for as long as it may be, and answers the rest. */
  function expired(group: Entry[]): Entry[] {
    const oldest = elapsed() - settings.retryForMs;
    return group.filter((entry) => {
      if (entry.began > oldest) return true;
      settle(entry);
      drop(entry.key, 'expired');
      return false;
    });
  }

  function finish(attempt: Attempt<Entry>): void {
    underWay = [];
    for (const { entry, verdict } of attempt.verdicts) {
      settle(entry);
      count(verdict);
    }
    if (attempt.again.length > 0) {
      again.unshift([...attempt.again]);
      failures += 1;
      pauseBeforeNext = delayOf(attempt, failures);
    } else failures = 0;
    if (attempt.failure !== null && options.log) call(options.log, `DAI: ${attempt.failure}`);
    wakeWaiters();
  }

  function delayOf(attempt: Attempt<Entry>, failed: number): number {
    const own = pauseMs(failed, settings.retryBaseMs, settings.retryMaxMs, settings.random());
    return Math.min(Math.max(attempt.waitMs ?? 0, own), settings.retryForMs);
  }

  /** Takes over one file that an ended process has left, when there is room for what it holds. */
  function claimLeft(): boolean {
    if (!spool || !mayClaim || isFull(settings.queueBytesMax / 2)) return false;
    let left: ReturnType<Spool['claim']> = null;
    try {
      left = spool.claim();
    } catch {
      // The folder cannot be read; the next client tries again.
    }
    mayClaim = left !== null;
    for (const { key, text, takenAt, place } of left ?? []) {
      const age = Math.max(0, clock.now() - takenAt);
      const entry = entryOf({ ok: true, key, text, bytes: byteLength(text) }, place, age);
      entry.unknown = true; // the process that ended may have sent it
      queue.push(entry);
    }
    return left !== null;
  }

  /** The lowest order without a verdict; everything before it has one. */
  function settledBefore(): number {
    const orders = [underWay, again[0], queue.slice(head, head + 1), ...direct].map((group) => group?.[0]?.order);
    return Math.min(...orders.map((order) => order ?? nextOrder));
  }

  function wakeWaiters(): void {
    if (waiters.length === 0) return;
    const settled = settledBefore();
    const ready = waiters.filter(({ before }) => before <= settled);
    waiters = waiters.filter(({ before }) => before > settled);
    for (const { done } of ready) done();
  }

  async function flush({ timeoutMs, signal }: WaitOptions = {}): Promise<{ sent: boolean; unsent: number }> {
    while (claimLeft()); // what ended processes have left is sent too, as far as there is room for it
    const before = nextOrder;
    if (settledBefore() < before && !ending.signal.aborted && !signal?.aborted)
      await new Promise<void>((resolve) => {
        // A host that waits for this has to live until then; nothing else of the client holds it.
        const limit = clock.setTimeout(() => waiter.done(), Math.min(timeoutMs ?? TIMER_MS_MAX, TIMER_MS_MAX));
        const waiter: Waiter = {
          before,
          done() {
            waiters = waiters.filter((one) => one !== waiter);
            clock.clearTimeout(limit);
            signal?.removeEventListener('abort', waiter.done);
            ending.signal.removeEventListener('abort', waiter.done);
            resolve();
          },
        };
        waiters.push(waiter);
        signal?.addEventListener('abort', waiter.done);
        ending.signal.addEventListener('abort', waiter.done);
        start(0);
      });
    const unsent = countBefore(before);
    return { sent: unsent === 0, unsent };
  }

  const unsettled = (): Entry[] => [...underWay, ...again.flat(), ...queue.slice(head), ...[...direct].flat()];
  const countBefore = (before: number): number =>
    settledBefore() >= before ? 0 : unsettled().filter(({ order }) => order < before).length;

  /** Groups of `trackNow` and `batch` that are being sent; what has a verdict leaves them. */
  const direct = new Set<Entry[]>();
  /** Events of `trackNow` and `batch` whose time was over: their caller has that verdict, and the report repeats it. */
  const leftOver: Entry[] = [];

  /** Sends events at once, beside the queue, until each has a verdict or the time is over. */
  async function sendNow(
    entries: readonly Entry[],
    { timeoutMs = TRACK_NOW_MS, signal }: WaitOptions,
  ): Promise<Map<Entry, Verdict>> {
    const verdicts = new Map<Entry, Verdict>();
    const over = new AbortController();
    const end = (): void => over.abort();
    const limit = clock.setTimeout(end, Math.min(timeoutMs, TIMER_MS_MAX));
    for (const one of [signal, ending.signal]) {
      if (one?.aborted) end();
      one?.addEventListener('abort', end);
    }
    const left = [...entries];
    direct.add(left);
    let failed = 0;
    for (let group = left.slice(0, BATCH_EVENTS_MAX); group.length > 0 && !over.signal.aborted; ) {
      const attempt = await service.send(group, over.signal);
      for (const { entry, verdict } of attempt.verdicts) {
        settle(entry);
        left.splice(left.indexOf(entry), 1);
        count(verdict);
        verdicts.set(entry, verdict);
      }
      if (attempt.failure !== null && options.log) call(options.log, `DAI: ${attempt.failure}`);
      failed = attempt.again.length > 0 ? failed + 1 : 0;
      if (failed > 0) await sleep(delayOf(attempt, failed), over.signal);
      group = failed > 0 ? [...attempt.again] : left.slice(0, BATCH_EVENTS_MAX);
      wakeWaiters();
    }
    clock.clearTimeout(limit);
    for (const one of [signal, ending.signal]) one?.removeEventListener('abort', end);
    direct.delete(left);
    for (const entry of left) leave(entry);
    wakeWaiters();
    return verdicts;
  }

  function leave(entry: Entry): void {
    waiting -= 1;
    waitingBytes -= entry.bytes;
    leftOver.push(entry);
    if (leftOver.length > settings.queueEventsMax) leftOver.shift();
    call(options.onVerdict, { status: 'unsent', key: entry.key, unknown: entry.unknown });
  }

  async function sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clock.clearTimeout(own);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const own = clock.setTimeout(end, Math.min(ms, TIMER_MS_MAX));
      signal.addEventListener('abort', end);
    });
  }

  const calls = new Set<Promise<unknown>>();

  /** An event of `trackNow` or `batch`, or why it is not sent. */
  function admitted(event: unknown, now: number): Entry | Verdict {
    const prepared = prepareEvent(event, options.product, now);
    const { key } = prepared;
    const reason = !prepared.ok ? prepared.reason : closing ? 'closed' : isFull(prepared.bytes) ? 'queue_full' : null;
    if (!prepared.ok || reason !== null) {
      drop(key, reason ?? 'closed');
      return { status: 'dropped', key, reason: reason ?? 'closed' };
    }
    return entryOf(prepared, placed(prepared, now));
  }

  function placed({ key, text }: { key: string; text: string }, takenAt: number): SpoolPlace | null {
    const place = spool?.add({ key, text, takenAt }) ?? null;
    if (spool && !place) countUnspooled(1);
    return place;
  }

  async function batch(events: readonly TrackingEvent[], wait: WaitOptions = {}): Promise<readonly Verdict[]> {
    const now = clock.now();
    const given = events.map((event) => admitted(event, now));
    const entries = given.filter((one) => 'order' in one);
    const call = entries.length > 0 ? sendNow(entries, wait) : null;
    if (call) calls.add(call);
    const verdicts = await call;
    if (call) calls.delete(call);
    return given.map((one) =>
      'order' in one ? (verdicts?.get(one) ?? { status: 'unsent', key: one.key, unknown: one.unknown }) : one,
    );
  }

  async function close({ timeoutMs = CLOSE_MS, signal }: WaitOptions): Promise<Report> {
    await flush({ timeoutMs, ...(signal ? { signal } : {}) });
    ending.abort();
    await pump;
    await Promise.all(calls);
    await spool?.written();
    const unsent = [...unsettled(), ...leftOver].map(({ key, unknown, place }) => ({
      key,
      unknown,
      spooled: (place?.segment ?? null) !== null,
    }));
    closeSpool();
    options.signal?.removeEventListener('abort', closeAtOnce);
    const { refused: refusedCount, ...others } = counts;
    return { ...others, refused, refusedCount, unsent };
  }

  function closeSpool(): void {
    try {
      spool?.close();
    } catch {
      // Its files are taken over when this process has ended.
    }
  }

  const closeOnce = (wait: WaitOptions): Promise<Report> => {
    closing ??= close(wait);
    return closing;
  };
  const closeAtOnce = (): void => void closeOnce({ timeoutMs: 0 });
  if (options.signal?.aborted) closeAtOnce();
  options.signal?.addEventListener('abort', closeAtOnce);
  if (spool) start(0);

  function preparedText(event: unknown): string {
    const prepared = prepareEvent(event, options.product, clock.now());
    if (prepared.ok) return prepared.text;
    throw new UnansweredError('The event has no JSON form of at most 32 KiB.', 0, prepared.reason.toUpperCase());
  }

  const client: Client = {
    track,
    async trackNow(event, wait = {}) {
      const [verdict] = await batch([event], wait);
      return verdict ?? { status: 'unsent', key: '', unknown: false };
    },
    batch,
    dryRun: async (event, { signal }: CallOptions = {}) => service.dryRun(preparedText(event), signal),
    lookUp: async (key, { signal }: CallOptions = {}) => service.lookUp(key, signal),
    flush,
    close: (wait = {}) => closeOnce(wait),
    get waiting() {
      return waiting;
    },
  };
  return client;
}
