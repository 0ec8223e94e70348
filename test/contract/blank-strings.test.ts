import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  print,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';
import { operations } from '../../server/platform/operation.js';
import { askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { type Caller, type Cast, makeCast } from '../setup/cast.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { byOperation } from './access.table.js';

/** Required texts that may be blank: questions, which then ask for everything. */
const MAY_BE_BLANK = new Set(['directoryContext /q', 'explainResult /q']);
const BLANK = ' \t ';
/** Arguments that are an operation's whole input: pointers are relative to them. */
const WHOLE_INPUT = new Set(['input', 'event']);
/** Optional, and never blank where it is given; the calls of the table name none. */
const KEY = 'idempotencyKey';

let app: SourcedApp;
let cast: Cast;
let schema: GraphQLSchema;
beforeAll(async () => {
  app = await startSourcedApp();
  cast = await makeCast(app);
  schema = await openSchema();
});
afterAll(() => app.close());

interface Place {
  readonly pointer: string;
  /** The arguments with a blank text at that place. */
  readonly blanked: Readonly<Record<string, unknown>>;
}

/** The places of required texts in a value, each with the value as it is with a blank there. */
function placesIn(type: GraphQLInputType, value: unknown, at: string, isRequired = false): [string, unknown][] {
  if (isNonNullType(type)) return placesIn(type.ofType, value, at, true);
  if (value === null || value === undefined) return [];
  if (isListType(type) && Array.isArray(value))
    return value.flatMap((item, index) =>
      placesIn(type.ofType, item, `${at}/${index}`).map(([pointer, made]): [string, unknown] => [
        pointer,
        value.with(index, made),
      ]),
    );
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) => {
      const members = value as Record<string, unknown>;
      return placesIn(field.type, members[field.name], `${at}/${field.name}`).map(
        ([pointer, made]): [string, unknown] => [pointer, { ...members, [field.name]: made }],
      );
    });
  const name = 'name' in type ? type.name : '';
  return isRequired && (name === 'String' || name === 'ID') ? [[at, BLANK]] : [];
}

const placesOf = (given: readonly GraphQLArgument[], values: Record<string, unknown>): Place[] =>
  given.flatMap(({ name, type }) =>
    name === KEY
      ? [{ pointer: `/${KEY}`, blanked: { ...values, [KEY]: BLANK } }]
      : placesIn(type, values[name], WHOLE_INPUT.has(name) ? '' : `/${name}`).map(([pointer, made]) => ({
          pointer,
          blanked: { ...values, [name]: made },
        })),
  );

/** A value as it stands in a document; astFromValue knows no JSON below a custom scalar. */
function literalOf(value: unknown, type: GraphQLInputType | null): string {
  const named = type && isNonNullType(type) ? type.ofType : type;
  if (Array.isArray(value)) {
    const item = isListType(named) ? (named.ofType as GraphQLInputType) : null;
    return `[${value.map((one) => literalOf(one, item)).join(', ')}]`;
  }
  if (value === null || typeof value !== 'object') {
    const node = named && isEnumType(named) ? astFromValue(value, named) : null;
    return node ? print(node) : JSON.stringify(value);
  }
  const fields = isInputObjectType(named) ? named.getFields() : {};
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${members.map(([name, one]) => `${name}: ${literalOf(one, fields[name]?.type ?? null)}`).join(', ')}}`;
}

/** The same call with its arguments written into the document. */
const literal = (field: string, given: readonly GraphQLArgument[], values: Readonly<Record<string, unknown>>): string =>
  given
    .flatMap(({ name, type }) => {
      return values[name] === undefined ? [] : [`${name}: ${literalOf(values[name], type)}`];
    })
    .join(', ')
    .replace(/^(.+)$/, `${field}($1)`);

/** The selection that a call has on its field. */
function selectionOf(document: string, name: string): string {
  const [operation] = parse(document).definitions;
  const fields = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
  const field = fields.find((one) => one.kind === Kind.FIELD && one.name.value === name);
  return field?.kind === Kind.FIELD && field.selectionSet ? print(field.selectionSet) : '';
}

const callerOf = (name: string): Caller => {
  const row = byOperation.get(name);
  const able = (['owner', 'reviewer', 'workflowToken', 'trackingKey', 'enterpriseKey'] as const).find(
    (caller) => row?.[caller] === 'ok',
  );
  return cast.callers[able ?? 'owner'];
};

describe('a blank text where one is required', () => {
  it.each([...byOperation.keys()])(
    'is refused with its pointer in %s, as a variable and in the document',
    async (name) => {
      const registered = operations.get(name);
      const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name];
      const call = callsOf(app, cast)[name];
      if (!registered || !field || !call) throw new Error(`${name} cannot be called`);
      const places = placesOf(field.args, await call.variables()).filter(
        ({ pointer }) => !MAY_BE_BLANK.has(`${name} ${pointer}`),
      );
      const kind = schema.getMutationType()?.getFields()[name] ? 'mutation' : 'query';
      const selection = selectionOf(call.document, name);
      for (const { pointer, blanked } of places) {
        const inline = `${kind} { ${literal(name, field.args, blanked)} ${selection} }`;
        const withVariables = pointer === `/${KEY}` ? [] : [[call.document, blanked] as const];
        for (const [document, variables] of [...withVariables, [inline, {}] as const]) {
          const { errors } = await askGraphql(app, document, variables, callerOf(name));
          const { code, errors: problems = [] } = errors[0]?.extensions ?? {};
          expect([document, code, problems.map((one) => one.pointer)]).toEqual([
            document,
            'VALIDATION_FAILED',
            expect.arrayContaining([pointer]),
          ]);
        }
      }
    },
  );
});
