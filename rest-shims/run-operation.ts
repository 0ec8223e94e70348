import type { Request, RequestHandler } from 'express';
import {
  type DocumentNode,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { BODY_LIMITS, bytesOf, parseJsonBody, readBody } from '../server/platform/body.js';
import { type Platform, type RequestContext, requestContext } from '../server/platform/context.js';
import { faultOf, invalid } from '../server/platform/fault.js';
import { refuseMalformed } from '../server/platform/graphql/admission.js';
import { pointerStep } from '../server/platform/graphql/input.walk.js';
import { admit, operations } from '../server/platform/operation.js';
import { AnswerKnown, type PublicReadDoor } from '../server/platform/public-read.js';
import { isKnown, sendData, sendPublic } from './reply.js';
import type { Shim } from './shim.js';

/** How many answers of one public path are kept by their ETags; the oldest used goes first. */
const ANSWERS_MAX = 500;
const JSON_TYPE = 'application/json; charset=utf-8';

/** A resolver method, bound by the composition root, for shims that are `direct`. */
export type DirectCall = (ctx: RequestContext, args: Record<string, unknown>) => Promise<unknown>;

/** What a shim needs of the house to run. */
export interface Runner {
  readonly platform: Platform;
  readonly schema: GraphQLSchema;
  readonly direct: Readonly<Record<string, DirectCall>>;
  /** Operations that read a file from the request themselves. */
  readonly uploads: Readonly<Record<string, (ctx: RequestContext) => Promise<unknown>>>;
}

/** The only place where a shim meets the schema: its document is parsed and validated once, at start. */
export function shimHandler(shim: Shim, { platform, schema, direct }: Runner): RequestHandler {
  const document = parse(shim.document);
  const errors = validate(schema, document);
  if (errors.length) throw new Error(`${shim.method} ${shim.path}: ${errors.map(({ message }) => message).join('; ')}`);
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error(`${shim.path} has no operation`);
  const call = shim.direct ? direct[shim.operation] : undefined;
  if (shim.direct && !call) throw new Error(`${shim.path} has no direct call`);
  const declaration = operations.get(shim.operation)?.declaration;
  if (!declaration) throw new Error(`${shim.path} names no operation`);
  const read = readBody(shim.body?.limitBytes ?? BODY_LIMITS.other);
  const answers = shim.publicRead ? new LRUCache<string, string>({ max: ANSWERS_MAX }) : null;

  return async (req, res) => {
    const unreadable = shim.body ? await bytesOf(read, req, res) : null;
    const door: PublicReadDoor | undefined = answers
      ? { etag: null, knows: (etag) => isKnown(req.headers['if-none-match'], etag) || answers.has(etag) }
      : undefined;
    const ctx = requestContext(
      platform,
      await platform.services.principals.resolve(req),
      req.requestId,
      req,
      res,
      door,
    );
    if (ctx.principal.kind === 'workflow_token')
      res.setHeader('Workflow-Token-Expiration', ctx.principal.expiresAt.toISOString());
    let args: Record<string, unknown>;
    try {
      if (unreadable) throw unreadable;
      args = shim.arguments(req, shim.body ? parseJsonBody(req) : undefined);
      refuseUnknownQuery(shim, req);
    } catch (error) {
      await admit(ctx, declaration); // a stranger's malformed call is 401, and it counts
      throw error;
    }
    try {
      const data = call
        ? await call(ctx, args)
        : await runDocument(ctx, { schema, document, operation, variables: args });
      if (!answers || !door?.etag) return sendData(res, shim.status?.(data) ?? 200, data);
      const text = JSON.stringify(data);
      answers.set(door.etag, text);
      sendPublic(res, JSON_TYPE, text, door.etag);
    } catch (error) {
      if (!(error instanceof AnswerKnown)) throw error;
      sendPublic(res, JSON_TYPE, answers?.get(error.etag) ?? '', error.etag);
    }
  };
}

function refuseUnknownQuery(shim: Shim, req: Request): void {
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

async function runDocument(
  ctx: RequestContext,
  call: {
    schema: GraphQLSchema;
    document: DocumentNode;
    operation: OperationDefinitionNode;
    variables: Record<string, unknown>;
  },
): Promise<unknown> {
  await refuseMalformed(ctx, call);
  const { data, errors } = await execute({
    schema: call.schema,
    document: call.document,
    variableValues: call.variables,
    contextValue: ctx,
  });
  const known = errors?.find(({ originalError }) => originalError instanceof AnswerKnown)?.originalError;
  if (known) throw known;
  if (errors?.[0]) throw faultOf(errors[0].originalError ?? errors[0]);
  return (data as { reply: unknown } | null | undefined)?.reply;
}
