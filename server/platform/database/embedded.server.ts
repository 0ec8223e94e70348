import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start.error.js';
import { launchServer, logFile, READY_TIMEOUT_MS, readPidFile, type ServerSetup } from './embedded.launch.js';
import type { Place } from './embedded.place.js';
import { choosePort } from './embedded.port.js';
import { findPostgresIn, type ProcessIdentity, signal, waitForEnd } from './embedded.process.js';

export interface RunningServer {
  readonly postmaster: ProcessIdentity;
  readonly port: number;
  /** It ran before we came. */
  readonly adopted: boolean;
}

type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'orphans'; readonly processes: readonly ProcessIdentity[] }
  | { readonly kind: 'ready'; readonly server: RunningServer };

/** Children of a killed postmaster notice it when they next wait; one that computes has to be told, at last by SIGKILL. */
const ORPHAN_PATIENCE_MS = 2_000;
const STOP_TIMEOUT_MS = 30_000;
const BUSY_CHECK_MS = 50;
const LAUNCHES_MAX = 3;

/** Adopts the server that works on the cluster, or starts one, inside the lock; `mayChangePort` is false while anyone relies on the port. */
export async function ensureServer(setup: ServerSetup, mayChangePort: boolean): Promise<RunningServer> {
  const { place } = setup;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  let launches = 0;
  while (performance.now() < deadline) {
    const found = await findServer(place);
    if (found.kind === 'ready') return found.server;
    if (found.kind === 'busy') await sleep(BUSY_CHECK_MS);
    else if (found.kind === 'orphans') await outlast(found.processes);
    else {
      launches += 1;
      // Whom it names is gone: left in place, a reused process id would keep the new server from starting.
      fs.rmSync(path.join(place.cluster, 'postmaster.pid'), { force: true });
      const port = await choosePort(place.control, mayChangePort);
      try {
        return { postmaster: await launchServer(setup, port), port, adopted: false };
      } catch (error) {
        // Once more when the port was taken between choosing and starting.
        if (launches === LAUNCHES_MAX) throw error;
      }
    }
  }
  throw new StartError(
    `The PostgreSQL in ${place.cluster} has been starting or stopping for over ${READY_TIMEOUT_MS / 1000} s. Its log is ${logFile(place)}.`,
  );
}

/** Stops the server of the cluster, if one runs, and waits for its end; commits are on disk, open transactions are rolled back. */
export async function stopServer(place: Place): Promise<void> {
  const processes = await findPostgresIn(place.cluster, place.account);
  const postmaster = processes.find(({ pid }) => pid === readPidFile(place)?.pid);
  if (postmaster === undefined) return outlast(processes);
  signal(postmaster, 'SIGINT');
  if (await waitForEnd([postmaster], STOP_TIMEOUT_MS)) return;
  signal(postmaster, 'SIGQUIT');
  if (await waitForEnd([postmaster], ORPHAN_PATIENCE_MS)) return;
  throw new StartError(`The embedded PostgreSQL (process ${postmaster.pid}) does not stop. Look at ${logFile(place)}.`);
}

async function findServer(place: Place): Promise<Found> {
  const processes = await findPostgresIn(place.cluster, place.account);
  if (processes.length === 0) return { kind: 'none' };
  const file = readPidFile(place);
  const postmaster = processes.find(({ pid }) => pid === file?.pid);
  if (file === undefined || postmaster === undefined) return { kind: 'orphans', processes };
  return file.ready ? { kind: 'ready', server: { postmaster, port: file.port, adopted: true } } : { kind: 'busy' };
}

async function outlast(orphans: readonly ProcessIdentity[]): Promise<void> {
  if (await waitForEnd(orphans, ORPHAN_PATIENCE_MS)) return;
  for (const orphan of orphans) signal(orphan, 'SIGQUIT');
  if (await waitForEnd(orphans, ORPHAN_PATIENCE_MS)) return;
  for (const orphan of orphans) signal(orphan, 'SIGKILL');
  await waitForEnd(orphans, ORPHAN_PATIENCE_MS);
}
