import { createServer, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The outside world's answer to one path; an absent member keeps its default. */
export interface OutsidePage {
  readonly content?: string | Buffer;
  /** 200 unless given. */
  readonly status?: number;
  /** Added to `content-type: text/plain; charset=utf-8`; undefined takes a header out. */
  readonly headers?: OutgoingHttpHeaders;
  /** The answer is held back until this settles: a promise that a test resolves, or one that never does. */
  readonly wait?: Promise<unknown>;
  /** Answers by what was sent, in the place of the members above. */
  readonly reply?: (sent: {
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }) => OutsidePage;
}

export interface Outside {
  /** `host:port`, to be put into OUTBOUND_ALLOW or into the bounds of a fetch. */
  readonly host: string;
  /** The http address of a path on this server. */
  url(path: string): string;
  /** Sets what a path answers from now on and answers its address; a string is the content alone. Other paths are 404. */
  serve(path: string, page: string | Buffer | OutsidePage): string;
  /** Serves a redirect to another address and answers the address of the path. */
  redirect(path: string, location: string, status?: number): string;
  /** How many requests came for a path, or at all. */
  hits(path?: string): number;
  /** The headers of every request, in the order of arrival. */
  readonly requested: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Settles once a path was asked for that many times, also when its answer is still held back. */
  reached(path: string, times?: number): Promise<void>;
  /** Forgets pages, hits and headers. */
  reset(): void;
  close(): Promise<void>;
}

async function sentBy(req: IncomingMessage) {
  let body = '';
  for await (const chunk of req) body += String(chunk);
  return { method: req.method ?? '', headers: req.headers, body };
}

/** A web server of the outside world on loopback, which an application reaches when its `host` is in OUTBOUND_ALLOW. */
export async function startOutside(): Promise<Outside> {
  const pages = new Map<string, OutsidePage>();
  const requested: { path: string; headers: IncomingHttpHeaders }[] = [];
  const waiting = new Set<() => void>();
  const hits = (path?: string): number => requested.filter((one) => path === undefined || one.path === path).length;

  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    requested.push({ path, headers: req.headers });
    for (const look of waiting) look();
    const served = pages.get(path) ?? { status: 404, content: 'nothing here' };
    const page = served.reply ? served.reply(await sentBy(req)) : served;
    await page.wait;
    if (res.destroyed) return;
    const headers = { 'content-type': 'text/plain; charset=utf-8', ...page.headers };
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    res.writeHead(page.status ?? 200, Object.fromEntries(given)).end(page.content);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = (path: string): string => `http://${host}${path}`;
  const serve: Outside['serve'] = (path, page) => {
    pages.set(path, typeof page === 'string' || Buffer.isBuffer(page) ? { content: page } : page);
    return url(path);
  };

  return {
    host,
    url,
    serve,
    redirect: (path, location, status = 302) => serve(path, { status, headers: { location } }),
    hits,
    requested,
    reached: (path, times = 1) =>
      new Promise((settle) => {
        const look = (): void => {
          if (hits(path) < times) return;
          waiting.delete(look);
          settle();
        };
        waiting.add(look);
        look();
      }),
    reset() {
      pages.clear();
      requested.length = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((ended, failed) => server.close((error) => (error ? failed(error) : ended())));
    },
  };
}
