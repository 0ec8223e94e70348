import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { AppContext, AppParts } from '../server/app/parts.js';
import type { RequestContext, Transport } from '../server/platform/context.js';
import { deprecationHeaders } from '../server/platform/deprecation.rules.js';
import { type Fault, faultOf, invalid } from '../server/platform/fault.js';
import { refuseMalformed } from '../server/platform/graphql/admission.js';
import { pointerStep } from '../server/platform/graphql/input.walk.js';
import { runPrepared } from '../server/platform/graphql/prepared.js';
import { BODY_LIMITS, readBody, readJsonBody } from '../server/platform/http/body.js';
import { identifyCaller } from '../server/platform/http/caller.identify.js';
import { type ConditionalGet, NotModified } from '../server/platform/http/conditional-get.js';
import { accessFault, admit, operations } from '../server/platform/operation.js';
import { RepeatedMembers, repeatedProblems, withItemsMarked } from '../server/platform/repeated-members.rules.js';
import { type Choices, choicesOf, chooseByType, type Prepared, prepare } from './choice.js';
import { withFilters } from './filters.js';
import { matchesEtag, sendData, sendPublic } from './reply.js';
import type { Shim } from './shim.js';
import { tableText } from './table.js';

/** How many answers of one public path are stored by their ETags, and how many bytes they may have together; the oldest used goes first. */
const ANSWERS_MAX = 500;
const ANSWERS_MAX_BYTES = 8 * 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';

/** A resolver method, bound by the composition root, for shims that are `direct`. */
export type DirectCall = (ctx: AppContext, args: Record<string, unknown>) => Promise<unknown>;

/** The parts that a shim needs to run. */
export interface Runner extends Transport<AppParts> {
  readonly direct: Readonly<Record<string, DirectCall>>;
  /** Operations that read a file from the request themselves. */
  readonly uploads: Readonly<Record<string, (ctx: AppContext) => Promise<unknown>>>;
  /** Operations that write their answer themselves. */
  readonly downloads: Readonly<Record<string, (ctx: AppContext) => Promise<void>>>;
}

/** The only place where a shim meets the schema: its document is parsed and validated once, at start. */
export function shimHandler(declared: Shim, runner: Runner): RequestHandler {
  const { platform, schema, resolvePrincipal, makeContext, direct } = runner;
  const shim = withFilters(declared, schema);
  const own = prepare(shim, schema);
  const choices = choicesOf(shim, schema);
  const call = shim.direct ? direct[shim.operation] : undefined;
  if (shim.direct && !call) throw new Error(`${shim.path} has no direct call`);
  const read = readBody(shim.body?.limitBytes ?? BODY_LIMITS.other);
  const answers = shim.publicRead
    ? new LRUCache<string, Buffer>({
        max: ANSWERS_MAX,
        maxSize: ANSWERS_MAX_BYTES,
        sizeCalculation: ({ length }) => length,
      })
    : null;

  const notice = Object.entries(shim.deprecated ? deprecationHeaders(shim.deprecated) : {});

  return async (req, res) => {
    for (const [name, value] of notice) res.setHeader(name, value);
    let stored: Buffer | undefined;
    const table = req.query.format === 'csv' ? shim.table : undefined;
    const type = table ? CSV_TYPE : JSON_TYPE;
    const conditional: ConditionalGet | undefined = answers
      ? {
          etag: null,
          form: table && 'csv',
          isKnown(etag) {
            stored = answers.get(etag);
            return stored !== undefined || matchesEtag(req.headers['if-none-match'], etag);
          },
        }
      : undefined;
    const principal = await identifyCaller(platform, resolvePrincipal, req, res);
    const ctx = makeContext(principal, req, res, { publicRead: conditional });
    if (shim.who && !shim.who.includes(ctx.principal.kind)) await admit(ctx, { ...own.declaration, who: shim.who });
    if (shim.body && !admitsAny(ctx, own, choices)) await admit(ctx, own.declaration); // refused before a byte of the body is read
    const unreadable = shim.body ? await read(req, res, platform.limits) : null;
    let prepared = own;
    let args: Record<string, unknown>;
    try {
      if (unreadable) throw unreadable;
      let body = shim.body ? bodyOf(shim, req) : undefined;
      if (choices) ({ prepared, input: body } = chooseByType(choices, body));
      args = shim.arguments(req, body);
      refuseUnknownQuery(shim, req);
    } catch (error) {
      await admit(ctx, own.declaration); // a stranger's malformed call is 401, and it counts
      throw error;
    }
    try {
      const request = { schema, ...prepared, variables: args };
      if (call && shim.publicRead) await refuseMalformed(ctx, request);
      const answered = call ? await call(ctx, args) : await runPrepared(ctx, request);
      const data = shim.only ? onlyMember(answered, shim.only) : answered;
      if (!answers || !conditional?.etag) return sendData(res, shim.status?.(data) ?? 200, data);
      const body = Buffer.from(table ? tableText(table, data) : JSON.stringify(data)); // as bytes, so that it is serialized once
      answers.set(conditional.etag, body);
      sendPublic(res, type, body, conditional.etag, conditional);
    } catch (error) {
      if (!(error instanceof NotModified)) throw asParameters(shim, faultOf(error));
      sendPublic(res, type, stored ?? '', error.etag, conditional);
    }
  };
}

/**
 * The body as JSON. One that repeats a member is refused, but by an operation that refuses its input itself, which answers it like any
 * other wrong input, and in a list whose items have verdicts of their own (decisions §2).
 */
function bodyOf({ operation }: Shim, req: Request): unknown {
  const parsed = readJsonBody(req);
  if (parsed.repeated.length === 0) return parsed.value;
  const { refuse, declaration } = operations.get(operation) ?? {};
  if (refuse) return new RepeatedMembers(parsed.repeated);
  const { value, repeated } = declaration?.itemsIn ? withItemsMarked(parsed, declaration.itemsIn) : parsed;
  if (repeated.length) throw invalid(repeatedProblems(repeated));
  return value;
}

/** True when the caller may call at least one of the operations of the path. */
const admitsAny = (ctx: RequestContext, own: Prepared, choices: Choices | null): boolean =>
  [own, ...(choices?.values() ?? [])].some(({ declaration }) => accessFault(ctx, declaration) === null);

/** The fault with the names that this path gives its parameters. */
function asParameters({ parameterOf = {} }: Shim, fault: Fault): Fault {
  for (const problem of fault.errors ?? []) {
    const argument = problem.pointer.slice(1); // it can be any member that a caller sent, such as `constructor`
    if (Object.hasOwn(parameterOf, argument)) problem.pointer = `/${parameterOf[argument]}`;
  }
  return fault;
}

function onlyMember(data: unknown, name: string): unknown {
  const member =
    typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === name)?.[1] : null;
  return Array.isArray(member) ? member[0] : member;
}

function refuseUnknownQuery(shim: Shim, req: Request): void {
  if (!req.url.includes('?')) return;
  const unknown = Object.keys(req.query).filter((name) => !Object.hasOwn(shim.query ?? {}, name));
  const allowed = Object.keys(shim.query ?? {}).join(', ') || 'none';
  if (unknown.length)
    throw invalid(
      unknown.map((name) => ({
        pointer: pointerStep(name),
        code: 'unknown_field',
        detail: 'this path does not take that query parameter',
        hint: `allowed: ${allowed}`,
      })),
    );
}
