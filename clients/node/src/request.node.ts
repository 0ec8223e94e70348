import type { Fetch } from './client.types.js';

interface Socket {
  unref(): void;
}

interface Incoming {
  readonly statusCode?: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  on(event: string, run: (value: never) => void): void;
  setEncoding(encoding: 'utf8'): void;
}

interface Outgoing {
  on(event: string, run: (value: never) => void): void;
  end(body?: string): void;
  destroy(): void;
}

interface Http {
  readonly Agent: new (options: { keepAlive: boolean; maxSockets: number }) => unknown;
  request(url: string, options: Record<string, unknown>, answered: (answer: Incoming) => void): Outgoing;
}

interface Runtime {
  readonly versions?: { readonly node?: string };
  getBuiltinModule?(name: string): unknown;
}

/** More than any verdict has: a batch of 50 refusals with their members. */
const ANSWER_LENGTH_MAX = 8 * 1024 * 1024;

/**
 * Requests whose connections let the process end. With `fetch` a host that has finished would live until the last request of the client
 * is over, which takes long when the service does not answer. Null where the runtime is not Node.
 */
export function openNodeFetch(url: string): Fetch | null {
  const runtime = (globalThis as { process?: Runtime }).process;
  if (!runtime?.versions?.node) return null;
  const http = runtime.getBuiltinModule?.(url.startsWith('https:') ? 'node:https' : 'node:http') as Http | undefined;
  if (!http) return null;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

  return (target, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const options = { method, headers: { ...(headers as Record<string, string>), ...lengthOf(body) }, agent };
      const request = http.request(target, options, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
          if (text.length > ANSWER_LENGTH_MAX) fail();
        });
        answer.on('error', fail);
        answer.on('aborted', fail);
        answer.on('end', () => {
          signal?.removeEventListener('abort', fail);
          resolve({
            status: answer.statusCode ?? 0,
            headers: { get: (name: string) => headerOf(answer.headers[name]) },
            text: async () => text,
          } as unknown as Response);
        });
      });
      function fail(): void {
        signal?.removeEventListener('abort', fail);
        request.destroy();
        reject(new Error('The request failed.'));
      }
      request.on('error', fail);
      request.on('socket', (socket: Socket) => socket.unref());
      signal?.addEventListener('abort', fail);
      if (signal?.aborted) fail();
      else request.end(body as string | undefined);
    });
}

const headerOf = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : String(Array.isArray(value) ? value[0] : value);

const lengthOf = (body: unknown): Record<string, string> =>
  typeof body === 'string' ? { 'content-length': String(new TextEncoder().encode(body).length) } : {};
