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

const NULL_PARAMS = /"params"\s*:\s*null/;

/** A line whose message has `params: null`, without them: the SDK takes it for none of its messages and would never answer. */
export function lineWithoutNullParams(line: Buffer): Buffer {
  const text = line.toString('utf8');
  if (!NULL_PARAMS.test(text)) return line;
  const message = parsed(text);
  if (!isRecord(message) || message.params !== null) return line;
  return Buffer.from(`${JSON.stringify(withoutNullParams(message))}\n`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null));
