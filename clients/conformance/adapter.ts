import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Reply = Readonly<Record<string, unknown>>;

/** A subprocess that drives one client: a request is a line of JSON, and so is its reply. */
export interface Adapter {
  ask(request: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** Everything that the process has written, replies and standard error. */
  readonly output: () => string;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
}

const REPLY_MS = 30_000;
/** More than any adapter has to say: one that writes without end would fill the memory. */
const OUTPUT_BYTES_MAX = 8 * 1024 * 1024;

/** Starts the command of an adapter. A reply that does not come in 30 s fails its request, and so does the end of its output. */
export function startAdapter(command: readonly string[]): Adapter {
  const [program = '', ...words] = command;
  const child: ChildProcess = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  let output = '';
  let bytes = 0;
  let nextId = 1;
  const failWaiting = (message: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      failWaiting('The adapter has ended.');
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  const count = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= OUTPUT_BYTES_MAX) return;
    failWaiting('The adapter writes without end.');
    child.kill('SIGKILL');
  };
  child.stdin?.on('error', () => undefined);
  child.stderr?.on('data', (part: Buffer) => {
    output += part;
    count(part);
  });
  if (child.stdout) {
    child.stdout.on('data', count);
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        output += `${line}\n`;
        const reply = readReply(line);
        if (!reply) return;
        waiting.get(Number(reply.id))?.resolve(reply);
        waiting.delete(Number(reply.id));
      })
      .on('close', () => failWaiting('The adapter has ended.'));
  }
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        const timer = setTimeout(() => reject(new Error(`No reply to ${String(request.do)}.`)), REPLY_MS);
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T): void => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.set(id, { resolve: done(resolve), reject: done(reject) });
        child.stdin?.write(`${lineOf({ id, ...request })}\n`);
      }),
    output: () => output,
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Some readers of lines end one at these characters, which JSON may hold as they are. */
const lineOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

function readReply(line: string): Reply | null {
  if (!/^\s*\{/.test(line)) return null; // most of what is no reply costs no error
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Reply) : null;
  } catch {
    return null;
  }
}
