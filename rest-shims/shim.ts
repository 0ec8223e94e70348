import type { Request } from 'express';
import type { PrincipalKind } from '../server/platform/context.js';
import type { Deprecated } from '../server/platform/deprecation.rules.js';
import { invalid } from '../server/platform/fault.js';
import { pointerStep } from '../server/platform/graphql/input.walk.js';
import { isRecord } from '../server/platform/json.rules.js';
import type { Table } from './table.js';

export interface Parameter {
  readonly description: string;
  /** The form of a value, as JSON Schema; any text when absent. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly required?: boolean;
  /** May be given several times. */
  readonly repeatable?: boolean;
  readonly example: string;
}

/** One of several operations at one method and path. */
export interface Choice {
  readonly operation: string;
  readonly document: string;
  /** The GraphQL type of its input; absent for an operation that takes none. */
  readonly input?: string;
}

/** One REST path as data: what it runs, how the request becomes variables, how the data becomes an answer. It holds no rule. */
export interface Shim {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** In OpenAPI's form: `/api/usage/events/{eventId}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Served until a day: its answers say so, and its description says what to use. */
  readonly deprecated?: Deprecated;
  /** The root field that `document` asks for under the alias `reply`. */
  readonly operation: string;
  /** The path's own name in the description, where another path runs the same operation. */
  readonly called?: string;
  readonly document: string;
  /** The kinds of callers that this path is for, among those that the operation admits; others use another endpoint (decisions §1). */
  readonly who?: readonly PrincipalKind[];
  /** Public reads answer with an ETag, are answered again out of memory while it stands, and by 304 to a client that has the answer. */
  readonly publicRead?: boolean;
  /** The resolver method is called without graphql-js, for speed; a contract test compares both answers. */
  readonly direct?: boolean;
  /**
   * The operations by the body's `type`, where that chooses one. `type` is no part of their input, and `body.schema` names the component that
   * describes them all.
   */
  readonly byType?: Readonly<Record<string, Choice>>;
  readonly body?: {
    readonly limitBytes: number;
    /**
     * The form of the body: a published contract, an input type of the GraphQL schema, or with `ofArguments` a component made of the operation's
     * arguments.
     */
    readonly schema: string;
    readonly ofArguments?: boolean;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
  };
  /** The list of a public read that `format=csv` answers as a table. */
  readonly table?: Table;
  /** A confirmed create: the header Idempotency-Key makes a repeat safe. */
  readonly idempotencyKey?: boolean;
  readonly inPath?: Readonly<Record<string, Parameter>>;
  /** Query parameters by name; others are refused. */
  readonly query?: Readonly<Record<string, Parameter>>;
  /** The arguments by which its operation narrows a question are taken too: `withFilters` adds them out of the schema. */
  readonly filtered?: boolean;
  /** The path's own names of parameters, by the argument that each becomes where that is called otherwise. */
  readonly parameterOf?: Readonly<Record<string, string>>;
  /** Arguments of the root field, out of path, query and parsed body. */
  arguments(req: Request, body: unknown): Record<string, unknown>;
  /** Statuses beside the usual refusals, with what they mean. */
  readonly answers: Readonly<Record<number, string>>;
  /** The components that describe refusals with members of their own, by status. */
  readonly problems?: Readonly<Record<number, string>>;
  /** The components that describe members whose GraphQL type is JSON, by member. */
  readonly components?: Readonly<Record<string, string>>;
  /** 200 unless it says otherwise; 204 has no body, whatever the operation answered. */
  status?(data: unknown): number;
  /** The member of the answer, and its first item where it is a list, that alone is the body: for formats that are not ours. */
  readonly only?: string;
}

/** The members of a body that are the arguments of its operation; any other member, and a body that is no object, is refused. */
export function argumentsIn(body: unknown, names: readonly string[]): Record<string, unknown> {
  if (!isRecord(body)) throw invalid([{ pointer: '', code: 'wrong_type', detail: 'the input must be an object' }]);
  const unknown = Object.keys(body).filter((name) => !names.includes(name));
  if (unknown.length)
    throw invalid(
      unknown.map((name) => ({
        pointer: pointerStep(name),
        code: 'unknown_field',
        detail: 'this member is not part of the input',
      })),
    );
  return body;
}

const QUOTED_KEY = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/**
 * The header Idempotency-Key: a quoted value is a string of RFC 8941, any other is taken as it stands, so `"k"` and `k` are one key (decisions
 * §2). Reject two keys: a retry could not be matched to them.
 */
export function idempotencyKeyOf({ headersDistinct }: Request): string | undefined {
  const [value, ...others] = headersDistinct['idempotency-key'] ?? [];
  if (value === undefined) return undefined;
  const quoted = QUOTED_KEY.exec(value)?.[1];
  if (others.length === 0 && quoted !== undefined) return quoted.replaceAll(/\\(.)/g, '$1');
  if (others.length === 0 && !value.startsWith('"') && !value.includes(',')) return value;
  throw invalid([
    {
      pointer: '/idempotencyKey',
      code: 'malformed_key',
      detail: 'the header Idempotency-Key holds one key: a token, or a string in quotes',
      hint: 'put a key with a comma into quotes, and send the header once',
    },
  ]);
}

/** A query parameter that is a whole number; anything else goes on as it came, and the schema refuses it with its pointer. */
export const integerIn = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

/** The size of a page, from 1 to `max`. */
export const limitParameter = (max: number, whenAbsent: number): Parameter => ({
  description: `1 to ${max}, ${whenAbsent} when absent`,
  schema: { type: 'integer', minimum: 1, maximum: max, default: whenAbsent },
  example: String(whenAbsent),
});

/** A text of so many characters. */
export const textOf = (max: number, min = 0): Readonly<Record<string, unknown>> => ({
  type: 'string',
  ...(min ? { minLength: min } : {}),
  maxLength: max,
});

/** A repeatable query parameter as a list. */
export const listIn = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);
