type Variables = Promise<Record<string, unknown>> | Record<string, unknown>;

/** How an operation is called through GraphQL; how its REST path and its MCP tool are called is derived from that. */
export interface Call {
  readonly document: string;
  /** Well-formed input that the owner's call succeeds with; created for each call, since some calls use it up. */
  variables(): Variables;
  /** Other arguments of the operation, for the paths that take those. */
  readonly at?: Readonly<Record<string, () => Variables>>;
  /** The MCP tool that asks this operation, with its own names of arguments. */
  readonly tool?: { readonly name: string; readonly inputOf?: Readonly<Record<string, string>> };
  /** Callers must not meet: each call needs the same person or invitation. */
  readonly oneByOne?: boolean;
}

/** Ids that a company chose itself, as its events carry them. */
const CHOSEN_IDS = new Set(['productId', 'developerId']);

/** A query with fixed arguments; those that end in Id are ids, but those that a company chose are strings. */
export function read(field: string, selection: string, variables: Record<string, unknown> = {}): Call {
  const names = Object.keys(variables);
  const typeOf = (name: string): string =>
    Array.isArray(variables[name]) ? '[String!]!' : name.endsWith('Id') && !CHOSEN_IDS.has(name) ? 'ID!' : 'String!';
  const declared = names.map((name) => `$${name}: ${typeOf(name)}`);
  const passed = names.map((name) => `${name}: $${name}`);
  return {
    document: names.length
      ? `query (${declared.join(', ')}) { ${field}(${passed.join(', ')}) ${selection} }`
      : `{ ${field} ${selection} }`,
    variables: () => variables,
  };
}

/** A query about one thing, which is created for each call. */
export const readOne = (
  field: string,
  argument: string,
  selection: string,
  variables: () => Promise<Record<string, unknown>>,
): Call => ({
  document: `query ($${argument}: ${argument.endsWith('Id') ? 'ID!' : 'String!'}) { ${field}(${argument}: $${argument}) ${selection} }`,
  variables,
});

/** A mutation that takes one input. */
export const write = (
  field: string,
  type: string,
  selection: string,
  input: () => unknown | Promise<unknown>,
): Call => ({
  document: `mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`,
  variables: async () => ({ input: await input() }),
});
