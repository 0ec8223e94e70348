import { type MemberPath, repeatedMembers } from '../../formats/json.js';
import type { FieldProblem } from './fault.js';
import { isRecord, pointerOf } from './json.rules.js';
import { mayCarryCredential } from './secrets/secret.rules.js';

/** Stands for an object that names a member twice: no value of it can be the one that was meant (decisions §2). */
export class RepeatedMembers {
  readonly problems: FieldProblem[];

  constructor(paths: readonly MemberPath[]) {
    this.problems = repeatedProblems(paths);
  }
}

/**
 * The problems of members that stand twice, each at its pointer; `at` is where their value stands. A name that may be a credential is not repeated.
 */
export function repeatedProblems(paths: readonly MemberPath[], at = ''): FieldProblem[] {
  const pointers = new Set(paths.map((path) => at + pointerOf(withoutCredential(path))));
  return [...pointers].map((pointer) => ({
    pointer,
    code: 'duplicate_member',
    detail: 'this member stands twice in its object',
    hint: 'send each member once',
  }));
}

function withoutCredential(path: MemberPath): MemberPath {
  const cut = path.findIndex((step) => typeof step === 'string' && mayCarryCredential(step));
  return cut === -1 ? path : path.slice(0, cut);
}

/** A JSON value beside the members that its text repeats. */
export interface ParsedJson {
  readonly value: unknown;
  readonly repeated: readonly MemberPath[];
}

/** Parses a text whose bytes were not measured; throws as `JSON.parse`. */
export const parseJsonText = (text: string): ParsedJson => ({
  value: JSON.parse(text) as unknown,
  repeated: repeatedMembers(text),
});

/**
 * The value with each item of its list `name` replaced by a `RepeatedMembers` where that item repeats a member, so that it gets a verdict
 * of its own, and what is repeated outside of them.
 */
export function withItemsMarked({ value, repeated }: ParsedJson, name: string): ParsedJson {
  const items = isRecord(value) ? value[name] : undefined;
  if (repeated.length === 0 || !isRecord(value) || !Array.isArray(items)) return { value, repeated };
  const byItem = new Map<number, MemberPath[]>();
  const outside: MemberPath[] = [];
  for (const path of repeated) {
    const [list, index, ...rest] = path;
    if (list !== name || typeof index !== 'number') outside.push(path);
    else byItem.set(index, [...(byItem.get(index) ?? []), rest]);
  }
  const marked = items.map((item: unknown, index) => {
    const own = byItem.get(index);
    return own ? new RepeatedMembers(own) : item;
  });
  return { value: { ...value, [name]: marked }, repeated: outside };
}
