import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const STOP_PATIENCE_MS = 15_000;
const READY_PATIENCE_MS = 300_000;
const ERRORS_MAX = 4_000;

export interface Child {
  readonly pid: number;
  /** Asks it to end, and ends it when it takes too long. */
  stop(): Promise<void>;
}

export interface ServingChild extends Child {
  readonly port: number;
}

const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Starts a server of this folder that tells its port as its first message. */
export async function startPeer(name: string, args: string[]): Promise<ServingChild> {
  const child = fork(program(name), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const port = await firstOf(child, name, (ready) => child.once('message', (message) => ready(Number(message))));
  return { ...ownerOf(child), port };
}

/** Starts the gateway as `npm start` does, and answers once it says where it listens. */
export async function startGateway(environment: Record<string, string>): Promise<ServingChild> {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--max-semi-space-size=16', program('../server/main.js')],
    {
      env: {
        ...process.env,
        MALLOC_MMAP_THRESHOLD_: '1048576',
        ENV_FILE: '/dev/null',
        HOST: '127.0.0.1',
        PORT: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors = (errors + part.toString()).slice(-ERRORS_MAX);
  });
  let screen = '';
  const port = await firstOf(child, 'the gateway', (ready) =>
    child.stdout.on('data', (part: Buffer) => {
      screen += part.toString();
      const found = /ready at http:\/\/[^\s:]+:(\d+)/.exec(screen);
      if (found) ready(Number(found[1]));
    }),
  ).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${errors}`);
  });
  return { ...ownerOf(child), port };
}

/** A child that takes orders by messages: the generator. */
export function startGenerator(): Child & { readonly process: ChildProcess } {
  const child = fork(program('load.process.js'), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return { ...ownerOf(child), process: child };
}

/** Waits for what the child tells first; rejects when it ends before, or takes too long. */
function firstOf(child: ChildProcess, name: string, listen: (ready: (port: number) => void) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} was not ready in time`)), READY_PATIENCE_MS);
    child.once('exit', (status) => reject(new Error(`${name} ended with ${status}`)));
    child.once('error', reject);
    listen((port) => {
      clearTimeout(late);
      resolve(port);
    });
  }).finally(() => child.removeAllListeners('exit')) as Promise<number>;
}

function ownerOf(child: ChildProcess): Child {
  if (child.pid === undefined) throw new Error('a process of the bench did not start');
  return {
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
      await ended;
      clearTimeout(impatient);
    },
  };
}
