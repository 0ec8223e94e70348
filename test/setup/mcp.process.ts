import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The command line as it is installed. */
export const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** The arguments with which a host starts the server for an API. */
export const serving = (api: string, ...more: string[]): string[] => ['mcp', 'serve', '--api', api, ...more];

/** The answer of a tool, in the members that tests look at. */
export interface Called {
  readonly isError?: boolean;
  readonly content: { readonly type: string; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
}

export interface StdioHost {
  readonly client: Client;
  readonly pid: number | null;
  call(name: string, input?: Record<string, unknown>): Promise<Called>;
  /** The text that the process wrote for people so far. */
  words(): string;
  close(): Promise<void>;
}

const HOST = { name: 'test-host', version: '1.0.0' };

/** Starts `dai mcp serve` and connects the client of SDK 1 to it (revision 2025-11-25), as a host does. */
export async function connectStdio(
  args: readonly string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<StdioHost> {
  const place = cwd === undefined ? {} : { cwd };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, ...args],
    env,
    stderr: 'pipe',
    ...place,
  });
  let words = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    words += String(chunk);
  });
  const client = new Client(HOST);
  await client.connect(transport);
  return {
    client,
    pid: transport.pid,
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as unknown as Called,
    words: () => words,
    close: () => client.close(),
  };
}

/** The same with the client of SDK 2: of one revision alone, or of what the server offers. */
export async function connectStdioV2(
  args: readonly string[],
  mode: '2026-07-28' | 'legacy' | 'auto',
  env: Record<string, string> = {},
): Promise<ClientV2> {
  const client = new ClientV2(HOST, { versionNegotiation: { mode: mode === '2026-07-28' ? { pin: mode } : mode } });
  await client.connect(new TransportV2({ command: process.execPath, args: [CLI, ...args], env, stderr: 'pipe' }));
  return client;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly errors: string;
}

export interface RawHost {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Writes each as a line; what is not text or bytes as JSON. */
  send(...messages: unknown[]): void;
  /** The answer to a request, once it is there; rejects when the process ends without it. */
  answerTo(id: number): Promise<Record<string, unknown>>;
  /** Settles once standard error holds a text. */
  printed(text: string): Promise<void>;
}

const processes = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of processes) child.kill('SIGKILL');
});

/** Starts `dai` with these arguments and speaks to it byte for byte. */
export function startRaw(args: readonly string[], env: Record<string, string> = {}): RawHost {
  const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH ?? '', ...env } });
  processes.add(child);
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => undefined); // a process that ended takes nothing more
  const ended = once(child, 'close').then(([code, signal]) => {
    processes.delete(child);
    return { code, signal, out, errors } as Ended;
  });
  const until = async <T>(stream: NodeJS.ReadableStream, look: () => T | undefined): Promise<T> => {
    const over = ended.then(() => 'over' as const);
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const came = await Promise.race([once(stream, 'data'), over]);
      if (came === 'over' && look() === undefined) throw new Error(`the process ended: ${errors}`);
    }
  };
  return {
    child,
    ended,
    send(...messages) {
      for (const one of messages) {
        child.stdin.write(typeof one === 'string' || Buffer.isBuffer(one) ? one : JSON.stringify(one));
        child.stdin.write('\n');
      }
    },
    answerTo: (id) => until(child.stdout, () => messagesIn(out).find((one) => one.id === id)),
    printed: (text) => until(child.stderr, () => errors.includes(text) || undefined).then(() => undefined),
  };
}

/** The messages on whole lines; a line that is no JSON object fails the test that asks. */
export function messagesIn(out: string): Record<string, unknown>[] {
  const lines = out.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A request that begins a session, under the id 0. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: HOST },
};

/** A request as revision 2026-07-28 has it: without a session, and with what the host can do in each. */
export const requestOf = (
  id: number,
  method: string,
  params: Record<string, unknown> = {},
  revision = '2026-07-28',
): Record<string, unknown> => ({
  jsonrpc: '2.0',
  id,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': HOST,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

/** A request for a tool. */
export const callOf = (id: number, name: string, input: Record<string, unknown> = {}): Record<string, unknown> => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});
