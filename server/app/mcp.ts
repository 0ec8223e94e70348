import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Api } from '../../mcp/api.js';
import {
  documents,
  openMcpHttp,
  openToolbox,
  type WrongMembers,
  withoutNullParams,
  wrongInitialize,
  wrongMembersIn,
} from '../../mcp/http.js';
import type { Config } from '../platform/config.js';
import type { RequestContext, Transport } from '../platform/context.js';
import { Fault, type FieldProblem, faultOf, invalid, problemOf } from '../platform/fault.js';
import { type PreparedDocument, prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { BODY_LIMITS, readBody, readJsonBody } from '../platform/http/body.js';
import { identifyCaller } from '../platform/http/caller.identify.js';
import { isRecord } from '../platform/json.rules.js';
import { callerOf } from '../platform/limits/limits.js';
import { isLoopback } from '../platform/loopback.rules.js';

/** Headers that the protocol has no use for: a credential goes no further than the principal. */
const NOT_FORWARDED = new Set([
  'authorization',
  'cookie',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
]);
/** Answers repeat these texts of a message: if they could be longer, the caller would decide how long an answer gets. */
const ID_CHARACTERS_MAX = 256;
const URI_CHARACTERS_MAX = 2_048;
/** Names, lists and objects of one message: no tool takes a tenth of it, and the SDK looks at each of them several times. */
const MEMBERS_MAX = 2_000;
/** JSON-RPC leaves the range from -32000 to -32099 to servers. */
const RATE_LIMITED = -32_029;
/** JSON-RPC's own codes for a message of another form, and for wrong parameters. */
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

/**
 * The endpoint /mcp: Streamable HTTP without sessions, for anonymous callers, workflow tokens and enterprise keys (decisions §1). It runs the tools of
 * `dai mcp serve` in this process; a browser's session is not looked at. The enterprise tools are listed to an enterprise key alone.
 */
export function openMcpEndpoint({ platform, schema, resolvePrincipal, makeContext }: Transport): RequestHandler {
  const { config, log, limits } = platform;
  const prepared = new Map(documents.map((text) => [text, prepareDocument(schema, text, '/mcp')] as const));
  const note = (error: unknown): void => log.error({ err: error }, 'an MCP request failed');
  const answer = openMcpHttp((error) => log.debug({ because: String(error) }, 'an MCP request was refused'));
  const read = readBody(BODY_LIMITS.other);
  const isOwnName = openNames(config);

  return async (req, res) => {
    refuseForeign(req, isOwnName);
    const principal = await identifyCaller(platform, resolvePrincipal, req, res);
    // Lists answer a caller whose credential is refused; trying credentials counts all the same.
    if (principal.kind === 'anonymous' && principal.refusal) req.refusedInside = 401;
    const ctx = makeContext(principal, req, res, { counted: true });
    const policy = principal.kind === 'anonymous' ? 'mcp' : 'mcp-token';
    const spent = await limits.count(policy, req, res, callerOf(ctx)).then(() => null, faultOf);
    const unreadable = await read(req, res, limits);
    if (unreadable) throw unreadable;
    const { message, wrongMembers } = messageIn(req);
    if (spent && message.method !== 'tools/call') return sendRefusal(ctx, message.id, spent, RATE_LIMITED);
    if (wrongMembers.message.length)
      return sendRefusal(ctx, message.id, invalid(wrongMembers.message), INVALID_REQUEST);
    const wrong = paramsFault(message);
    if (wrong) return sendRefusal(ctx, message.id, wrong, INVALID_PARAMS);
    const audience = principal.kind === 'enterprise_key' ? 'enterprise' : 'public';
    const toolbox = openToolbox(apiOf(ctx, schema, prepared, spent), note, audience);
    await send(res, await answer(webRequest(req, res, config), message, { toolbox, wrongInput: wrongMembers.input }));
  };
}

/** Asks in this process, as the caller of this request; `spent` is the refusal of a budget that is used up. */
function apiOf(
  ctx: RequestContext,
  schema: GraphQLSchema,
  prepared: ReadonlyMap<string, PreparedDocument>,
  spent: Fault | null,
): Api {
  const { req, platform } = ctx;
  const { baseUrl } = platform.config;
  return {
    baseUrl,
    async ask(document, variables) {
      try {
        if (spent) throw spent;
        if (ctx.principal.kind === 'tracking_key')
          throw new Fault('WRONG_CREDENTIAL', {
            say: 'MCP takes a workflow token (dai_…), an enterprise key (dae_…) or no credential; a tracking key (dtk_…) belongs on your server.',
          });
        const call = prepared.get(document);
        if (!call) throw new Error('a document that was not prepared at start');
        const reply = await runPrepared(ctx, { ...call, schema, variables });
        return { reply: JSON.parse(JSON.stringify(reply ?? null)) as unknown };
      } catch (error) {
        const fault = faultOf(error);
        if (fault.status === 400 || fault.status === 401) req.refusedInside = fault.status;
        if (fault.status >= 500)
          platform.log.error({ err: fault.because, requestId: req.requestId, code: fault.code }, 'an MCP tool failed');
        return { problem: problemOf(fault, baseUrl, req.requestId) };
      }
    },
  };
}

/** One JSON-RPC message; batches ended with revision 2025-06-18 and would be many calls under one count. */
function messageIn(req: Request): { message: Record<string, unknown>; wrongMembers: WrongMembers } {
  const { value: message, repeated } = readJsonBody(req, MEMBERS_MAX);
  if (!isRecord(message))
    throw invalid([
      { pointer: '', code: 'wrong_type', detail: 'the body must be one JSON-RPC message; batches are not taken' },
    ]);
  const problems = [...tooLong('/id', message.id, ID_CHARACTERS_MAX)];
  if (problems.length) throw invalid(problems);
  return { message: withoutNullParams(message), wrongMembers: wrongMembersIn(message, repeated) };
}

/** The refusal of parameters that an answer would repeat at their whole length, and of those that no session begins with, or null. */
function paramsFault(message: Record<string, unknown>): Fault | null {
  const { params } = message;
  const problems = [
    ...tooLong('/params/uri', isRecord(params) ? params.uri : undefined, URI_CHARACTERS_MAX),
    ...wrongInitialize(message),
  ];
  return problems.length ? invalid(problems) : null;
}

const tooLong = (pointer: string, text: unknown, charactersMax: number): FieldProblem[] =>
  typeof text === 'string' && text.length > charactersMax
    ? [{ pointer, code: 'too_long', detail: `this may have at most ${charactersMax} characters` }]
    : [];

function sendRefusal({ req, res, platform }: RequestContext, id: unknown, fault: Fault, code: number): void {
  const data = problemOf(fault, platform.config.baseUrl, req.requestId);
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  res.status(fault.status).json({ jsonrpc: '2.0', id: known, error: { code, message: fault.message, data } });
}

/** Tells the names under which this deployment is reached; on one machine all names of it. */
function openNames({ baseUrl, workspaceUrl }: Config): (hostname: string) => boolean {
  const own = [baseUrl, workspaceUrl].map((url) => new URL(url).hostname);
  const isLocal = own.some(isLoopback);
  return (hostname) => own.includes(hostname) || (isLocal && isLoopback(hostname));
}

/** A name or an address, and a port: nothing that a URL would read as something else. */
const HOST = /^([\w.-]+|\[[0-9a-f:.]+\])(:\d+)?$/i;

/** Keeps web pages out that reach this address under a name of their own (DNS rebinding), and pages of other origins. */
function refuseForeign({ headers: { host, origin } }: Request, isOwnName: (hostname: string) => boolean): void {
  const isKnown = (url: string): boolean => URL.canParse(url) && isOwnName(new URL(url).hostname);
  if (host === undefined || !HOST.test(host) || !isKnown(`http://${host}`))
    throw new Fault('CROSS_ORIGIN', {
      say: 'The Host header does not match this service. Its names are set by BASE_URL and WORKSPACE_URL.',
    });
  if (origin !== undefined && !isKnown(origin))
    throw new Fault('CROSS_ORIGIN', { say: 'Web pages of other origins cannot use MCP.' });
}

/** The request as the SDK takes it. Answers are JSON in any case, so that a client that names one type alone is served, too. */
function webRequest(req: Request, res: Response, { baseUrl }: Config): globalThis.Request {
  const headers = new Headers({ Accept: 'application/json, text/event-stream' });
  for (const [name, value] of Object.entries(req.headers))
    if (typeof value === 'string' && name !== 'accept' && !NOT_FORWARDED.has(name)) headers.set(name, value);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return new globalThis.Request(`${baseUrl}/mcp`, { method: 'POST', headers, signal: gone.signal });
}

async function send(res: Response, answered: globalThis.Response): Promise<void> {
  const body = Buffer.from(await answered.arrayBuffer());
  res.status(answered.status);
  answered.headers.forEach((value, name) => void res.setHeader(name, value));
  res.setHeader('Cache-Control', 'private, no-store');
  res.end(body);
}
