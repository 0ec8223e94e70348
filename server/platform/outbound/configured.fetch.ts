import http from 'node:http';
import https from 'node:https';
import { VERSION } from '../version.js';
import { readBody } from './body.read.js';
import { published } from './call.publish.js';
import { FetchRefused } from './fetch.refused.js';

export interface ConfiguredCall {
  /** GET when absent. */
  readonly method?: 'GET' | 'PUT';
  /** The body of a PUT. */
  readonly content?: Buffer;
  readonly headers?: http.OutgoingHttpHeaders;
  /** For everything: look-up, connection, headers, body. */
  readonly timeoutMs: number;
  /** Bytes of the body as it travels, and of its decompressed form. */
  readonly bytesMax: number;
}

export interface ConfiguredAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Read for a status of 200; empty for any other. */
  readonly body: Buffer;
}

const HEADERS_BYTES_MAX = 16_384;

/**
 * One request to an address that the operator configured, which may therefore be private. Nothing is followed, repeated or kept open, no
 * cookie is sent, none goes through a proxy. Throws a FetchRefused, which says nothing of what was sent or came back.
 */
export function fetchConfigured(url: string, call: ConfiguredCall): Promise<ConfiguredAnswer> {
  const address = new URL(url);
  return published(address.host, () => fetchWithin(address, call));
}

async function fetchWithin(address: URL, call: ConfiguredCall): Promise<ConfiguredAnswer> {
  const controller = new AbortController();
  const agent = new (address.protocol === 'https:' ? https : http).Agent({ keepAlive: false });
  let timer: NodeJS.Timeout | undefined;
  // Not every step hears the signal (a look-up does not), so the time limit settles the call by itself.
  const late = new Promise<never>((_settle, refuse) => {
    timer = setTimeout(() => refuse(new FetchRefused('timeout')), call.timeoutMs);
  });
  try {
    return await Promise.race([ask(address, agent, call, controller.signal), late]);
  } catch (error) {
    throw error instanceof FetchRefused ? error : new FetchRefused('unreachable', error);
  } finally {
    clearTimeout(timer);
    controller.abort();
    agent.destroy();
  }
}

async function ask(
  url: URL,
  agent: http.Agent,
  { headers, bytesMax, method = 'GET', content }: ConfiguredCall,
  signal: AbortSignal,
): Promise<ConfiguredAnswer> {
  const options: https.RequestOptions = {
    method,
    agent,
    signal,
    headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': `dai/${VERSION}` },
    maxHeaderSize: HEADERS_BYTES_MAX,
    rejectUnauthorized: true, // said here, so that no variable of the environment can say otherwise
  };
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, options, resolve);
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end(content);
  });
  const status = answer.statusCode ?? 0;
  const body = status === 200 ? await readBody(answer, { bytesMax }) : Buffer.alloc(0);
  return { status, headers: answer.headers, body };
}
