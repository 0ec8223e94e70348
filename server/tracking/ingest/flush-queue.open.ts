import type { Clock } from '../../platform/clock.js';
import type { PrincipalOf } from '../../platform/context.js';
import { Fault, isNodeAway } from '../../platform/fault.js';
import type { Log } from '../../platform/log.js';
import { guardObserver } from '../../platform/observer.guard.js';
import { openSharedQueue } from '../../platform/shared-queue.js';
import type { PreparedEvent } from '../catalog/index.js';
import type { Recorded } from '../check/index.js';
import { revokedFault } from './event.accept.js';
import type { EventRow } from './event-row.rules.js';
import { codeOf, type EventStore, isPassing, openEventStore, probeWrites } from './event-store.open.js';
import { decideGroup, type EventSource, inOrder, rowOf } from './group.record.js';

/** At most this many events go into one flush; more would only lengthen the answer of each. */
const FLUSH_ROWS_MAX = 500;
/** Beyond these the queue refuses with 503: what is refused was not acknowledged, so nothing is lost. */
const QUEUE_MAX = { rows: 20_000, bytes: 64 * 1024 * 1024 };
/** A caller who waited this long is answered 503: a client that hangs up learns less. */
const WAIT_MS_MAX = 10_000;
const WAIT_CHECK_MS = 250;
/** How long events of an organization whose node is away are refused at once; then one of them tries, apart from all others. */
const AWAY_MS = 1_000;

interface Waiting extends Flushing {
  resolve(recorded: Recorded): void;
  reject(fault: Fault): void;
}

export interface FlushQueue {
  /**
   * Stores one checked event in the next flush; resolves after the commit of its group. Rejects with UNAUTHENTICATED when the key is
   * revoked, and with UNAVAILABLE when its organization has its share of the queue, when the database is away, or after 10 s. What was
   * rejected so may be stored all the same when the answer of the database was lost: the sender repeats it under the same key.
   */
  submit(
    key: PrincipalOf<'tracking_key'>,
    event: PreparedEvent,
    receivedAt: Date,
    source: EventSource,
  ): Promise<Recorded>;
  /** The same for a caller who waits for no promise: one of the two is called once, either before this returns or by the flush. */
  offer(
    key: PrincipalOf<'tracking_key'>,
    event: PreparedEvent,
    receivedAt: Date,
    source: EventSource,
    resolve: (recorded: Recorded) => void,
    reject: (fault: Fault) => void,
  ): void;
  readonly waitingRows: number;
  /** How long the oldest of what waits has (seconds); 0 when nothing does. */
  readonly oldestSeconds: number;
  /** False from a refused flush until a write goes through. */
  readonly stores: boolean;
  /** Answers whether events can be stored; while the last flush was refused it is tried. */
  canStore(): Promise<boolean>;
  /** The connections that it writes over. */
  readonly pool: EventStore['pool'];
  /** Waits until everything submitted has been answered, then closes the connections. */
  close(): Promise<void>;
}

/**
 * Group commit: events that arrive while a flush is in flight form the next one; there is no timer for it, and one flush is in flight
 * per process (architecture, The hot path). The unique index alone decides who was first. An organization whose node of a distributed
 * database is away has no event in a group until one by itself was stored, so that no other waits for that node.
 */
export async function openFlushQueue(options: {
  databaseUrl: string;
  clock: Clock;
  log: Log;
  /** Called after each flush with its rows, those of them that failed, and its time. */
  observe(rows: number, failed: number, seconds: number): void;
  /** Called with the product of a key that is revoked, or whose binding is older than the database's. */
  changed(productUuid: string): void;
}): Promise<FlushQueue> {
  const { clock, log } = options;
  const store = await openEventStore(options);
  const flush = openGroupFlush<Waiting>(store, log, guardObserver(log, 'changed', options.changed));
  const observe = guardObserver(log, 'observe', options.observe);
  const probe = probeWrites(store);
  const queue = openSharedQueue<Waiting>({
    max: QUEUE_MAX,
    organizationOf: ({ row }) => row.organizationId,
    bytesOf: ({ event }) => event.bytes,
  });
  let inFlight: readonly Waiting[] = [];
  let running: Promise<void> | null = null;
  /** Until when nothing of these organizations is tried. */
  const away = new Map<string, number>();
  const trying = new Set<Promise<void>>();

  /** Begins when everything that this turn of the event loop brought is submitted: the events of a batch are one group. */
  const start = (): Promise<void> => new Promise<void>((resume) => setImmediate(resume)).then(drain);

  /** Each group is answered after the next one was sent, so that the database never waits for us. */
  async function drain(): Promise<void> {
    let answer = (): void => undefined;
    while (queue.rows > 0) {
      const group = queue.take(FLUSH_ROWS_MAX);
      inFlight = group;
      const started = performance.now();
      const flushing = flush(group, () => group.every(isLate));
      answer();
      const { flushed, stopped } = await flushing;
      if (stopped) refuse(queue.takeAll(), 'the flush before failed');
      noteAway(flushed);
      probe.report(!stopped);
      answer = () => flushed.forEach(answerEvent);
      const lost = flushed.filter(({ outcome }) => outcome.status === 'failed').length;
      observe(group.length, lost, (performance.now() - started) / 1000);
    }
    inFlight = [];
    running = null; // before anything else can run, else what is submitted meanwhile would start no flush
    answer();
  }

  /** Remembers whose node is away; what waits of them would fare the same. */
  function noteAway(flushed: readonly Flushed<Waiting>[]): void {
    const lost = flushed.filter(({ outcome }) => outcome.status === 'failed' && isNodeAway(outcome.because));
    if (lost.length === 0) return;
    for (const { one } of lost) away.set(one.row.organizationId, performance.now() + AWAY_MS);
    refuse(
      queue.takeWhile(({ row }) => away.has(row.organizationId)),
      'the node of its organization is away',
    );
  }

  /** Stores one event beside the groups, which tells whether its organization's node is back. */
  async function tryAlone(one: Waiting): Promise<void> {
    const { organizationId } = one.row;
    away.set(organizationId, Number.POSITIVE_INFINITY);
    const { flushed } = await flush([one], () => true).finally(() => away.delete(organizationId));
    noteAway(flushed);
    flushed.forEach(answerEvent);
  }

  const isLate = ({ row }: Waiting): boolean => clock.now().getTime() - row.receivedAt.getTime() >= WAIT_MS_MAX;

  /** Refuses what has waited too long, also in the flush that is under way: its later outcome is dropped. */
  function refuseLate(): void {
    if (running === null) return;
    const late = inFlight.filter(isLate);
    if (late.length > 0) probe.report(false);
    refuse(late, 'the flush took too long');
    refuse(queue.takeWhile(isLate), 'it waited too long');
  }
  const timer = setInterval(refuseLate, WAIT_CHECK_MS).unref();

  const offer: FlushQueue['offer'] = (key, event, receivedAt, source, resolve, reject) => {
    if (!queue.hasSpace(key.binding.organizationId, event.bytes))
      return reject(
        unavailable('Too many events of this organization are waiting. Send this one again with the same key.'),
      );
    const until = away.size > 0 ? away.get(key.binding.organizationId) : undefined;
    if (until !== undefined && performance.now() < until)
      return reject(unavailable(NOT_NOW, 'the node of its organization is away'));
    const one = { key, event, row: rowOf(key.binding, event, receivedAt, source), resolve, reject };
    if (until === undefined) {
      queue.add(one);
      running ??= start();
    } else {
      const tried = tryAlone(one).finally(() => trying.delete(tried));
      trying.add(tried);
    }
  };

  return {
    submit: (key, event, receivedAt, source) =>
      new Promise((resolve, reject) => offer(key, event, receivedAt, source, resolve, reject)),
    offer,
    get waitingRows() {
      return queue.rows;
    },
    get oldestSeconds() {
      const now = clock.now().getTime();
      return Math.max(0, ...queue.heads.map(({ row }) => now - row.receivedAt.getTime())) / 1000;
    },
    get stores() {
      return probe.stores;
    },
    canStore: probe.ask,
    pool: store.pool,
    async close() {
      while (running) await running;
      await Promise.all(trying);
      probe.close();
      clearInterval(timer);
      await store.close();
    },
  };
}

const unavailable = (say: string, because?: unknown): Fault =>
  new Fault('UNAVAILABLE', { say, because, retryAfterS: 1 });

const NOT_NOW = 'The event could not be stored now. Send it again with the same key.';

const refuse = (group: readonly Waiting[], because: unknown): void => {
  if (group.length === 0) return;
  const fault = unavailable(NOT_NOW, because);
  for (const one of group) one.reject(fault);
};

function answerEvent({ one, outcome }: Flushed<Waiting>): void {
  if (outcome.status === 'failed') refuse([one], outcome.because);
  else if (outcome.status === 'revoked') one.reject(revokedFault());
  else one.resolve(outcome);
}

const RETRY_DELAYS_MS = [20, 100, 400];
/**
 * Refused rows are looked for by halving, about `2 log2(rows)` transactions for each; a group that needs more than this is refused where
 * it was not yet stored, so that a hundred bad rows do not delay all other events for seconds.
 */
const TRANSACTIONS_MAX = 120;

/** One event of a group and the key that sent it. */
interface Flushing {
  readonly key: PrincipalOf<'tracking_key'>;
  readonly event: PreparedEvent;
  readonly row: EventRow;
}

/** The outcome of one event: it was recorded, its key is revoked, or it could not be stored now. */
type FlushOutcome =
  | Recorded
  | { readonly status: 'revoked' }
  | { readonly status: 'failed'; readonly because: unknown };

/** An event of a group beside what became of it. */
interface Flushed<T> {
  readonly one: T;
  readonly outcome: FlushOutcome;
}

interface GroupOutcome<T> {
  readonly flushed: readonly Flushed<T>[];
  /** True when nothing of a row was to blame, but that the database is away or refuses every write: what waits would fare the same. */
  readonly stopped: boolean;
}

/** Writes one group; `isOver` is called before each further attempt and is true when no caller waits for it any more. */
type FlushGroup<T extends Flushing> = (group: readonly T[], isOver: () => boolean) => Promise<GroupOutcome<T>>;

/**
 * Opens the writer of groups: one group in one transaction. A lost connection or a deadlock is tried again with the same ids; where the
 * database refuses a row, the group is halved until that row is alone (architecture, The hot path, 2). Where a node of a distributed database
 * is away, each organization of the group is written by itself. It never rejects.
 */
function openGroupFlush<T extends Flushing>(
  store: EventStore,
  log: Log,
  changed: (productUuid: string) => void,
): FlushGroup<T> {
  /** Writes a group, and reports each product whose key is revoked or whose binding is older than the database's. */
  async function attempt(group: readonly T[]): Promise<Flushed<T>[]> {
    const ordered = inOrder(group);
    const { inserted, keys } = await store.flush(
      ordered.map(({ row }) => row),
      ordered.map(({ key }) => key.credentialId),
    );
    const isRevoked = ({ key, row }: T): boolean =>
      !inserted.has(row.id) && keys.get(key.credentialId)?.active !== true;
    for (const { key } of group) {
      const state = keys.get(key.credentialId);
      if (state?.active !== true || state.version !== key.binding.version) changed(key.binding.productUuid);
    }
    const active = group.filter((one) => !isRevoked(one));
    const recordedOf = await decideGroup(active, inserted, store.readStored, ({ key }) =>
      keys.get(key.credentialId)?.ignored === true ? 'product_ignored' : 'event_ignored',
    );
    return group.map((one) => ({ one, outcome: isRevoked(one) ? { status: 'revoked' } : recordedOf(one) }));
  }

  async function write(group: readonly T[], isOver: () => boolean, left: { count: number }): Promise<GroupOutcome<T>> {
    for (let attempts = 1; ; attempts += 1) {
      left.count -= 1;
      try {
        return { flushed: await attempt(group), stopped: false };
      } catch (error) {
        if (isOfRow(error)) {
          if (group.length > 1 && left.count > 0) return halve(group, isOver, left);
          log.error({ err: error, rows: group.length }, 'the database refused a row');
          return failed(group, error, false);
        }
        const parts = isNodeAway(error) ? byOrganization(group) : [];
        if (parts.length > 1) return apart(parts);
        if (parts.length === 1) return failed(group, error, false); // others' events wait behind each further attempt
        const delay = isPassing(error) ? RETRY_DELAYS_MS[attempts - 1] : undefined;
        if (delay === undefined || isOver()) {
          log.error({ err: error, rows: group.length, attempts }, 'a flush failed');
          return failed(group, error, true);
        }
        await new Promise((resume) => setTimeout(resume, delay));
      }
    }
  }

  /** One organization is stored in one place: those whose place answers are stored, whatever is with the others. */
  async function apart(parts: readonly (readonly T[])[]): Promise<GroupOutcome<T>> {
    const outcomes: GroupOutcome<T>[] = [];
    const waiting = [...parts];
    const lane = async (): Promise<void> => {
      for (let part = waiting.shift(); part; part = waiting.shift())
        outcomes.push(await write(part, () => true, { count: 2 * part.length }));
    };
    await Promise.all(Array.from({ length: store.lanes }, lane));
    const lost = outcomes.flatMap(({ flushed }) => flushed).filter(({ outcome }) => outcome.status === 'failed').length;
    log.warn(
      { organizations: parts.length, lost },
      'a part of the database is away: each organization was stored by itself',
    );
    return { flushed: outcomes.flatMap(({ flushed }) => flushed), stopped: outcomes.every(({ stopped }) => stopped) };
  }

  async function halve(group: readonly T[], isOver: () => boolean, left: { count: number }): Promise<GroupOutcome<T>> {
    const middle = group.length >> 1;
    const [head, tail] = [group.slice(0, middle), group.slice(middle)];
    const first = await write(head, isOver, left);
    const second = first.stopped
      ? failed(tail, 'the flush of the other half failed', true)
      : await write(tail, isOver, left);
    return { flushed: [...first.flushed, ...second.flushed], stopped: second.stopped };
  }

  return async (group, isOver) => {
    try {
      return await write(group, isOver, { count: TRANSACTIONS_MAX });
    } catch (error) {
      return failed(group, error, false);
    }
  };
}

/** The events of each organization by itself. */
const byOrganization = <T extends Flushing>(group: readonly T[]): T[][] => [
  ...Map.groupBy(group, ({ row }) => row.organizationId).values(),
];

/** True when a row is to blame: PostgreSQL's classes of wrong values and broken constraints, or a value that could not be encoded. */
const isOfRow = (error: unknown): boolean => /^(21|22|23)/.test(codeOf(error)) || error instanceof RangeError;

const failed = <T>(group: readonly T[], because: unknown, stopped: boolean): GroupOutcome<T> => ({
  flushed: group.map((one) => ({ one, outcome: { status: 'failed', because } })),
  stopped,
});
