import { isUtf8 } from 'node:buffer';
import { retryAfterOf } from '../../platform/http/retry-after.rules.js';
import { isRecord } from '../../platform/json.rules.js';
import { type Fetched, FetchRefused, guardedAsk, guardedPost } from '../../platform/outbound/guarded.fetch.js';
import { VERSION } from '../../platform/version.js';
import { plainLine } from '../imports/index.js';
import type { CheckAnswer } from './answer.rules.js';
import { agentOf, type CheckParts } from './page.client.js';

const BOUNDS = { timeoutMs: 15_000, bytesMax: 1_048_576 } as const;
const PROTOCOL = '2025-06-18';
const DELAY_MS = 2_000;
const REST_MS = 1_800_000;
const PAGES_MAX = 10;
const TOOLS_MAX = 500;
const NAME_MAX = 128;

type Result = { readonly kind: 'result'; readonly result: Record<string, unknown>; readonly session: string | null };
type Ended = Exclude<CheckAnswer, { kind: 'not_modified' }>;

/** Asks a remote MCP server (Streamable HTTP) for the tools that it lists: the greeting, then `tools/list`. Calls none of them. */
export async function askMcpServer(parts: CheckParts, url: string): Promise<Ended> {
  const { host } = new URL(url);
  try {
    await parts.hosts.turn(host, DELAY_MS);
    const greeting = await call(parts, url, 1, 'initialize', {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: 'dai', version: VERSION },
    });
    if (greeting.kind !== 'result') return greeting;
    const { session, result } = greeting;
    const protocol = typeof result.protocolVersion === 'string' ? result.protocolVersion.slice(0, 40) : PROTOCOL;
    const notice = { jsonrpc: '2.0', method: 'notifications/initialized' };
    await guardedPost(url, postedOf(parts, notice, session, protocol), {
      ...BOUNDS,
      allow: parts.config.outboundAllow,
    });
    const names = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX && names.size < TOOLS_MAX; page += 1) {
      const listed = await call(parts, url, page + 2, 'tools/list', cursor ? { cursor } : {}, session, protocol);
      if (listed.kind !== 'result') return listed;
      const { tools, nextCursor } = listed.result;
      if (!Array.isArray(tools)) return { kind: 'unknown' };
      for (const tool of tools as unknown[])
        if (isRecord(tool) && typeof tool.name === 'string') names.add(plainLine(tool.name, NAME_MAX));
      if (typeof nextCursor !== 'string' || nextCursor === '') break;
      cursor = nextCursor;
    }
    const tools = [...names].toSorted().slice(0, TOOLS_MAX);
    return { kind: 'seen', seen: { tools }, etag: null, lastModified: null };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { kind: 'unreachable' };
  }
}

const postedOf = (parts: CheckParts, message: unknown, session: string | null, protocol: string | null) => ({
  headers: {
    ...agentOf(parts),
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(protocol ? { 'mcp-protocol-version': protocol } : {}),
    ...(session ? { 'mcp-session-id': session } : {}),
  },
  body: JSON.stringify(message),
});

async function call(
  parts: CheckParts,
  url: string,
  id: number,
  method: string,
  params: Record<string, unknown>,
  session: string | null = null,
  protocol: string | null = null,
): Promise<Result | Ended> {
  const posted = postedOf(parts, { jsonrpc: '2.0', id, method, params }, session, protocol);
  const answer = await guardedAsk(url, posted, {
    ...BOUNDS,
    allow: parts.config.outboundAllow,
    isEnough: (soFar) => messageIn(soFar, id) !== null,
  });
  if (answer.status !== 200) return endOf(answer, parts);
  const message = isUtf8(answer.body) ? messageIn(answer.body.toString('utf8'), id) : null;
  if (message === null || !isRecord(message.result)) return { kind: 'unknown' };
  const given = answer.headers['mcp-session-id'];
  const next = typeof given === 'string' && /^[\x21-\x7e]{1,256}$/.test(given) ? given : session;
  return { kind: 'result', result: message.result, session: next };
}

/** A server that wants a sign-in is there, and shows its tools to no one without it. */
function endOf({ status, headers }: Fetched, { clock }: CheckParts): Ended {
  if (status === 401 || status === 403)
    return { kind: 'seen', seen: { needsSignIn: true }, etag: null, lastModified: null };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429) {
    const seconds = retryAfterOf(headers['retry-after'], clock.now());
    return { kind: 'busy', waitMs: seconds === null ? REST_MS : seconds * 1_000 };
  }
  return { kind: status >= 500 ? 'unreachable' : 'unknown' };
}

/** The answer to a request in a body of JSON, or in the events of a stream as far as it has come; null where it is not there. */
function messageIn(body: string, id: number): Record<string, unknown> | null {
  const texts = body.trimStart().startsWith('{')
    ? [body]
    : body
        .split(/\r?\n\r?\n/)
        .map((event) =>
          event
            .split(/\r?\n/)
            .flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
            .join('\n'),
        )
        .filter((text) => text.startsWith('{'));
  for (const text of texts) {
    const message = parsed(text);
    if (isRecord(message) && message.id === id) return message;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
