import { isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/server';
import { type MemberPath, repeatedMembers } from '../formats/json.js';
import { pointerOf } from './input.check.js';
import type { FieldProblem } from './problem.js';

/** The members that a message repeats or must not have: of a tool's input, at their pointers there, and of all else, at their pointers in the message. */
export interface WrongMembers {
  readonly input: FieldProblem[];
  readonly message: FieldProblem[];
}

/**
 * Sorts the members that a message names twice (decisions §2): a tool answers for its input, the protocol for the rest. Beside them in a
 * tool's input stands `__proto__`, which the protocol's schemas would drop without a word.
 */
export function wrongMembersIn(
  { method, params }: Readonly<Record<string, unknown>>,
  paths: readonly MemberPath[],
): WrongMembers {
  const isInput = ([first, second, ...rest]: MemberPath): boolean =>
    method === 'tools/call' && first === 'params' && second === 'arguments' && rest.length > 0;
  const input = method === 'tools/call' && isObject(params) ? params.arguments : undefined;
  return {
    input: [...problemsAt(paths.filter(isInput).map((path) => path.slice(2))), ...prototypeMembers(input)],
    message: problemsAt(paths.filter((path) => !isInput(path))),
  };
}

/** Members named `__proto__`, down to the depth that a tool's input has. */
function prototypeMembers(value: unknown, path: readonly (string | number)[] = []): FieldProblem[] {
  if (!isObject(value) || path.length > DEPTH_MAX) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '__proto__'
      ? [{ pointer: pointerOf([...path, name]), code: 'forbidden_key', detail: 'a member must not be named __proto__' }]
      : prototypeMembers(member, [...path, name]),
  );
}
const DEPTH_MAX = 8;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Notes by its id which members the line of a request repeats or must not have; a line that is no request is left to the protocol. */
export function noteWrongMembers(line: string, noted: Map<RequestId, WrongMembers>): void {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return; // the protocol answers it
  }
  if (!isJSONRPCRequest(message)) return;
  const wrong = wrongMembersIn({ ...message }, repeatedMembers(line));
  if (wrong.input.length || wrong.message.length) noted.set(message.id, wrong);
}

const problemsAt = (paths: readonly MemberPath[]): FieldProblem[] =>
  [...new Set(paths.map(pointerOf))].map((pointer) => ({
    pointer,
    code: 'duplicate_member',
    detail: 'this member stands twice in its object',
    hint: 'send each member once',
  }));
