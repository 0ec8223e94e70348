/**
 * A message whose optional parameters that are null are absent (decisions §2); the protocol's schemas refuse them. Of a prompt's arguments
 * each one is optional, too; what is null in the input of a tool is the tool's to judge, as it is at the other transports.
 */
export function withoutNullParams<T extends object>(message: T): T {
  const { params, ...rest } = message as Record<string, unknown>;
  if (params === undefined) return message;
  if (params === null) return rest as T;
  if (!isRecord(params)) return message;
  const given = withoutNulls(params);
  if (rest.method === 'prompts/get' && isRecord(given.arguments)) given.arguments = withoutNulls(given.arguments);
  return { ...message, params: given };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null));
