import type { z } from 'zod';
import type { FieldProblem } from './problem.js';

/** A longer member name is not repeated in an answer: its parent is pointed at. */
const NAME_LENGTH_MAX = 128;

/** The problems of a tool's input: every field with its pointer, in this house's codes and never with a value. */
export const problemsIn = (error: z.ZodError): FieldProblem[] => error.issues.flatMap(problemsOf);

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const pointer = pointerOf(issue.path);
  const name = issue.path.at(-1)?.toString() ?? 'the input';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        pointer: pointerOf([...issue.path, key]),
        code: 'unknown_field',
        detail: 'this member is not part of the input',
      }));
    case 'invalid_type':
      return [
        issue.input === undefined
          ? { pointer, code: 'required', detail: `${name} is required` }
          : { pointer, code: 'wrong_type', detail: `${name} must be ${AS_WORDS[issue.expected] ?? issue.expected}` },
      ];
    case 'too_small':
      return [
        {
          pointer,
          code: issue.origin === 'string' ? 'too_short' : 'min',
          detail: `${name} must be at least ${issue.minimum}${unitOf(issue.origin)}`,
        },
      ];
    case 'too_big':
      return [
        {
          pointer,
          code: CODES_ABOVE[issue.origin] ?? 'max',
          detail: `${name} must be at most ${issue.maximum}${unitOf(issue.origin)}`,
        },
      ];
    case 'invalid_value':
      return [
        issue.input === undefined
          ? { pointer, code: 'required', detail: `${name} is required` }
          : { pointer, code: 'not_allowed', detail: `${name} must be one of ${issue.values.join(', ')}` },
      ];
    default:
      return [{ pointer, code: 'invalid', detail: `${name} is not valid` }];
  }
}

const AS_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The codes that the same bounds have at the other transports; a number's are `min` and `max`. */
const CODES_ABOVE: Readonly<Record<string, string>> = { string: 'too_long', array: 'array_max_size' };

const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '');

/** RFC 6901. */
export function pointerOf(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const step of path.map(String)) {
    if (step.length > NAME_LENGTH_MAX || /[\p{Cc}\p{Cs}]/u.test(step)) return pointer;
    pointer += `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return pointer;
}
