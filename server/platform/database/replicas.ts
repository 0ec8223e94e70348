import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager, MikroORM, Options } from '@mikro-orm/postgresql';
import { Fault, isDatabaseAway } from '../fault.js';
import type { Warning } from '../http/health.js';
import type { Log } from '../log.js';
import { BareStatement, type RowOf } from './bare-statement.js';
import { openOrm } from './orm.js';

/** Each is one server's own word, and no table of ours: no entity has them. */
const PRIMARY = new BareStatement(
  { position: 'text', system: 'text' },
  'select pg_current_wal_lsn()::text as position, system_identifier::text as system from pg_control_system()',
);
const STANDBY = new BareStatement(
  { standby: 'boolean', position: 'text', system: 'text' },
  `select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn()::text, '0/0') as position, system_identifier::text as system
   from pg_control_system()`,
);

/** A unit of work to read with, and the moment of the database that it shows at least; null on the primary, which shows the present. */
export interface ReadSource {
  readonly em: EntityManager;
  readonly asOf: Date | null;
}

export type ReplicaState = 'ready' | 'behind' | 'away' | 'no_standby' | 'other_history';

export interface ReplicaReport {
  /** Host, port and database; never a user or a password. */
  readonly name: string;
  readonly state: ReplicaState;
  /** How far behind the primary it was when last looked at; null while that is unknown. */
  readonly lagSeconds: number | null;
}

/** The standbys that reads may use which do not have to see the newest write (scale §4). */
export interface Replicas {
  /**
   * Reads on a standby that is at most ten seconds behind, in turn, else on the primary. A read that a standby fails is done once more on the
   * primary, so `read` must be a pure read. Never for a read after a write of the same flow, a credential, a limit or an idempotency key.
   */
  read<T>(read: (source: ReadSource) => Promise<T>): Promise<T>;
  /** The state of each, looked at again where the last look is older than a second. */
  report(): Promise<readonly ReplicaReport[]>;
  close(): Promise<void>;
}

/** A standby that is further behind serves nothing: a report with a stated time is not older than that. */
const LAG_MS_MAX = 10_000;
/** How long a look at the standbys is believed. */
const BELIEVED_MS = 1_000;
/** How long a reader waits for a look; the primary answers those who would wait longer. */
const PATIENCE_MS = 250;
/** How long a standby may take to say where it is, and to take a connection. */
const ANSWER_MS = 1_000;
/** A read that a standby does not answer in this time is done on the primary. */
const READ_MS = 5_000;
const CLOSE_MS = 1_000;
/** How long positions of the primary are remembered. */
const MARKS_MS = 60_000;

/** A position in the primary's write-ahead log, and a moment before which every commit lies before it. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

interface Replica {
  readonly name: string;
  readonly orm: MikroORM;
  state: ReplicaState;
  /** The position up to which it had replayed the log when last asked. */
  position: bigint | null;
  /** It shows every commit before this moment. */
  asOf: number | null;
}

export interface ReplicaDeps {
  readonly urls: readonly string[];
  readonly primary: () => EntityManager;
  readonly entities: NonNullable<Options['entities']>;
  readonly log: Log;
}

/** Every read on the primary, where there are no standbys. */
export const onPrimary = (em: () => EntityManager): Replicas => ({
  read: (read) => read({ em: em(), asOf: null }),
  report: () => Promise.resolve([]),
  close: () => Promise.resolve(),
});

/** Opens the standbys. None has to be there: one that is away, lags, or is no standby of the primary is left out until it is well again. */
export async function openReplicas({ urls, primary, entities, log }: ReplicaDeps): Promise<Replicas> {
  if (urls.length === 0) return onPrimary(primary);
  const replicas: Replica[] = [];
  for (const url of urls)
    replicas.push({
      name: nameOf(url),
      orm: await openOrm(url, entities, 10, { connectionMs: ANSWER_MS, statementMs: READ_MS }),
      state: 'behind',
      position: null,
      asOf: null,
    });
  let marks: readonly Mark[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let turn = 0;

  /** The primary's position comes first, so that a standby that keeps up has reached it when it is asked. */
  const look = async (): Promise<void> => {
    const at = Date.now();
    const { position, system } = await readPrimary(primary());
    marks = [...marks.filter((mark) => at - mark.at < MARKS_MS), { at, position }];
    await Promise.all(replicas.map((replica) => lookAt(replica, position, system)));
    lookedAt = performance.now();
  };

  const lookAt = async (replica: Replica, primaryPosition: bigint, system: string): Promise<void> => {
    const before = replica.state;
    const reading = readStandby(replica.orm.em.fork()).catch(() => null);
    const answer = await within(ANSWER_MS, reading, null);
    const earlier = replica.position;
    replica.position = answer?.position ?? null;
    if (answer === null) replica.state = 'away';
    else if (!answer.isStandby) replica.state = 'no_standby';
    // It has replayed a log that the primary did not write: it follows another one, such as the primary of before a promotion.
    else if (answer.system !== system || (earlier !== null && earlier > primaryPosition))
      replica.state = 'other_history';
    else replica.state = 'ready';
    if (replica.state === 'ready') {
      const reached = marks.findLast(({ position }) => answer !== null && answer.position >= position);
      replica.asOf = reached?.at ?? replica.asOf;
      if (!isFresh(replica)) replica.state = 'behind';
    } else replica.asOf = null;
    if (replica.state === before) return;
    const line = { replica: replica.name, state: replica.state };
    if (replica.state === 'ready') log.info(line, 'a standby serves reads');
    else log.warn(line, 'a standby is left out of reads');
  };

  const isFresh = ({ asOf }: Replica): boolean => asOf !== null && Math.abs(Date.now() - asOf) <= LAG_MS_MAX;

  const upToDate = (): Promise<void> => {
    if (performance.now() - lookedAt < BELIEVED_MS) return Promise.resolve();
    looking ??= look()
      .catch(() => {
        for (const replica of replicas) replica.state = isFresh(replica) ? replica.state : 'behind'; // the primary is away
        lookedAt = performance.now();
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  const pick = async (): Promise<Replica | null> => {
    if (
      !(await within(
        PATIENCE_MS,
        upToDate().then(() => true),
        false,
      ))
    )
      return null;
    const ready = replicas.filter((replica) => replica.state === 'ready' && isFresh(replica));
    turn += 1;
    return ready[turn % ready.length] ?? null;
  };

  return {
    async read(read) {
      const replica = await pick();
      if (!replica) return read({ em: primary(), asOf: null });
      try {
        return await read({ em: replica.orm.em.fork(), asOf: new Date(replica.asOf ?? 0) });
      } catch (error) {
        // A fault may come of what a standby does not have yet, such as a product that was just made.
        if (!(error instanceof Fault))
          log.warn({ err: error, replica: replica.name }, 'a standby failed a read; the primary answers');
        if (isDatabaseAway(error)) replica.state = 'away';
        return read({ em: primary(), asOf: null });
      }
    },
    async report() {
      await upToDate();
      return replicas.map((replica) => ({
        name: replica.name,
        state: replica.state,
        lagSeconds: replica.asOf === null ? null : Math.max(0, Date.now() - replica.asOf) / 1000,
      }));
    },
    async close() {
      // A connection to a server that fell silent may never end.
      await within(CLOSE_MS, Promise.all(replicas.map(({ orm }) => orm.close())), []);
    },
  };
}

/** Warns of standbys that are named and serve nothing. */
export const checkReplicas = async (replicas: Replicas): Promise<Warning[]> =>
  (await replicas.report())
    .filter(({ state }) => state !== 'ready')
    .map(({ name, state }) => ({
      code: 'replica_left_out',
      detail: `${name} ${DETAILS[state]}.`,
      remedy: REMEDIES[state],
    }));

const DETAILS: Readonly<Record<ReplicaState, string>> = {
  ready: 'serves reads',
  behind: 'is more than ten seconds behind the primary, which answers its reads',
  away: 'does not answer; the primary answers its reads',
  no_standby: 'is no standby: it takes writes of its own',
  other_history: 'follows another server than the primary of DATABASE_URL',
};
const REMEDIES: Readonly<Record<ReplicaState, string>> = {
  ready: '',
  behind: 'Look at its replay (pg_stat_replication on the primary), its disk and at long queries on it.',
  away: 'Start it, or take it off DATABASE_REPLICA_URLS.',
  no_standby: 'Take it off DATABASE_REPLICA_URLS; after a promotion make it a standby again from a new copy.',
  other_history: 'Make it a standby of the primary from a new copy, or take it off DATABASE_REPLICA_URLS.',
};

const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + pathname;
};

/** A position of the log as PostgreSQL writes it: two halves in hexadecimal digits. */
function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function readPrimary(em: EntityManager): Promise<{ position: bigint; system: string }> {
  const [row] = await em.execute<RowOf<typeof PRIMARY>[]>(PRIMARY.text);
  if (!row) throw new Error('the primary did not say where it is');
  return { position: positionOf(row.position), system: row.system };
}

async function readStandby(em: EntityManager): Promise<{ isStandby: boolean; position: bigint; system: string }> {
  const [row] = await em.execute<RowOf<typeof STANDBY>[]>(STANDBY.text);
  if (!row) throw new Error('the standby did not say where it is');
  return { isStandby: row.standby, position: positionOf(row.position), system: row.system };
}

/** The step's answer, or what stands for it when it comes later. */
async function within<T>(ms: number, step: Promise<T>, late: T): Promise<T> {
  const ended = new AbortController();
  const answer = await Promise.race([step, pause(ms, late, { signal: ended.signal })]);
  ended.abort();
  return answer;
}
