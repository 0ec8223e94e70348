import type { GraphQLSchema } from 'graphql';
import type { Json } from './openapi.answer.js';
import { inputSchemas } from './openapi.input.js';
import type { Choice, Shim } from './shim.js';

/** The components of bodies whose `type` chooses an operation: one for each of them, and the one that they are the choices of. */
export function choiceSchemas(shims: readonly Shim[], schema: GraphQLSchema): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const { body, byType } of shims) {
    if (!body || !byType) continue;
    const names = Object.entries(byType).map(([type, choice]) => [type, nameOf(choice)] as const);
    const mapping = Object.fromEntries(names.map(([type, name]) => [type, `#/components/schemas/${name}`]));
    found[body.schema] = {
      oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'type', mapping },
    };
    for (const [type, choice] of Object.entries(byType)) Object.assign(found, bodySchemas(type, choice, schema));
  }
  return found;
}

const nameOf = ({ operation }: Choice): string => `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Body`;

/** The input of one operation with its `type` before it, and the types inside. */
function bodySchemas(type: string, choice: Choice, schema: GraphQLSchema): Record<string, Json> {
  const { input = '' } = choice;
  const asBody = { limitBytes: 0, schema: input, examples: {} };
  const { [input]: own, ...inside } = inputSchemas([{ body: asBody }], schema);
  const empty: Json = { type: 'object', additionalProperties: false };
  return {
    ...inside,
    [nameOf(choice)]: {
      ...(own ?? empty),
      required: ['type', ...((own?.required as string[] | undefined) ?? [])],
      properties: { type: { type: 'string', const: type }, ...(own?.properties as Json | undefined) },
    },
  };
}
