import type { Call } from './calls.js';

/** How one MCP tool is called as the operation behind it is. */
export interface ToolCall {
  readonly name: string;
  readonly operation: string;
  input(): Promise<Record<string, unknown>>;
}

/** A call of every tool that stands in the catalog. */
export const toolCallsOf = (calls: Record<string, Call>): ToolCall[] =>
  Object.entries(calls).flatMap(([operation, { tool, variables }]) =>
    tool ? [{ name: tool.name, operation, input: async () => renamed(await variables(), tool.inputOf) }] : [],
  );

const renamed = (variables: Record<string, unknown>, names: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [names[name] ?? name, value]));
