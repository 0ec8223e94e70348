import { isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/server';
import { type MemberPath, repeatedMembers } from '../formats/json.js';
import { pointerOf } from './input.check.js';
import type { FieldProblem } from './problem.js';

/** What a message repeats: of a tool's input, at its pointers there, and of all else, at their pointers in the message. */
export interface Repeated {
  readonly input: FieldProblem[];
  readonly message: FieldProblem[];
}

/** Sorts the members that a message names twice (decisions §2): a tool answers for its input, the protocol for the rest. */
export function repeatedIn(method: unknown, paths: readonly MemberPath[]): Repeated {
  const isInput = ([first, second, ...rest]: MemberPath): boolean =>
    method === 'tools/call' && first === 'params' && second === 'arguments' && rest.length > 0;
  return {
    input: problemsAt(paths.filter(isInput).map((path) => path.slice(2))),
    message: problemsAt(paths.filter((path) => !isInput(path))),
  };
}

/** Notes by its id what the line of a request repeats; a line that is no request is left to the protocol. */
export function noteRepeated(line: string, noted: Map<RequestId, Repeated>): void {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return; // the protocol answers it
  }
  if (!isJSONRPCRequest(message)) return;
  const paths = repeatedMembers(line);
  if (paths.length) noted.set(message.id, repeatedIn(message.method, paths));
}

const problemsAt = (paths: readonly MemberPath[]): FieldProblem[] =>
  [...new Set(paths.map(pointerOf))].map((pointer) => ({
    pointer,
    code: 'duplicate_member',
    detail: 'this member stands twice in its object',
    hint: 'send each member once',
  }));
