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

/** Starts the command of an adapter. A reply that does not come in 30 s fails its request. */
export function startAdapter(command: readonly string[]): Adapter {
  const [program = '', ...words] = command;
  const child: ChildProcess = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  let output = '';
  let nextId = 1;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      for (const { reject } of waiting.values()) reject(new Error('The adapter has ended.'));
      waiting.clear();
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  child.stdin?.on('error', () => undefined);
  child.stderr?.on('data', (part) => {
    output += part;
  });
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const reply = readReply(line);
      if (!reply) return;
      waiting.get(Number(reply.id))?.resolve(reply);
      waiting.delete(Number(reply.id));
    });
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
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Reply) : null;
  } catch {
    return null;
  }
}
