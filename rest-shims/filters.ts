import {
  type ArgumentNode,
  type GraphQLArgument,
  type GraphQLSchema,
  Kind,
  parse,
  parseType,
  print,
  visit,
} from 'graphql';
import { type AddressParameter, addressParameterOf } from '../server/platform/graphql/parameter.js';
import { isRecord } from '../server/platform/json.rules.js';
import { listIn, type Parameter, type Shim } from './shim.js';

/**
 * A shim that is `filtered` with the arguments by which its operation narrows a question: query parameters, or members of the body, and what
 * its document declares and passes on. Any other shim as it is.
 */
export function withFilters(shim: Shim, schema: GraphQLSchema): Shim {
  if (!shim.filtered) return shim;
  const filters = (schema.getQueryType()?.getFields()[shim.operation]?.args ?? []).flatMap((argument) => {
    const parameter = addressParameterOf(argument);
    return parameter ? [{ argument, parameter: asParameter(parameter) }] : [];
  });
  const names = new Set(filters.map(({ argument: { name } }) => name));
  const parameters = Object.fromEntries(filters.map(({ argument: { name }, parameter }) => [name, parameter]));
  return {
    ...shim,
    document: addArguments(
      shim.document,
      filters.map(({ argument }) => argument),
    ),
    query: shim.body ? shim.query : { ...shim.query, ...parameters },
    arguments(req, body) {
      if (!shim.body) {
        const given = [...names].map((name) => [name, listIn(req.query[name])]);
        return { ...shim.arguments(req, body), ...Object.fromEntries(given) };
      }
      if (!isRecord(body)) return shim.arguments(req, body);
      const members = (areFilters: boolean) =>
        Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name) === areFilters));
      return { ...shim.arguments(req, members(false)), ...members(true) };
    },
  };
}

/** A filter may be given several times. */
const asParameter = ({ choices, ...parameter }: AddressParameter): Parameter => ({
  ...parameter,
  repeatable: true,
  ...(choices ? { schema: { type: 'string', enum: [...choices] } } : {}),
});

/** A document whose `reply` takes these arguments too, each from a variable of its name. */
const addArguments = (document: string, added: readonly GraphQLArgument[]): string =>
  print(
    visit(parse(document), {
      OperationDefinition: (node) => ({
        ...node,
        variableDefinitions: [
          ...(node.variableDefinitions ?? []),
          ...added.map(({ name, type }) => ({
            kind: Kind.VARIABLE_DEFINITION,
            variable: variableNamed(name),
            type: parseType(String(type)),
          })),
        ],
      }),
      Field: (node) =>
        node.alias?.value === 'reply'
          ? { ...node, arguments: [...(node.arguments ?? []), ...added.map(argumentNamed)] }
          : undefined,
    }),
  );

const nameOf = (value: string) => ({ kind: Kind.NAME, value }) as const;
const variableNamed = (name: string) => ({ kind: Kind.VARIABLE, name: nameOf(name) }) as const;
const argumentNamed = ({ name }: GraphQLArgument): ArgumentNode => ({
  kind: Kind.ARGUMENT,
  name: nameOf(name),
  value: variableNamed(name),
});
