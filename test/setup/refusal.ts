import { expect } from 'vitest';
import { MARK } from './hostile.js';

interface RefusedReply {
  readonly status: number;
  readonly headers: Headers | Record<string, string>;
  readonly text: string;
}
interface Problem {
  type?: string;
  status?: number;
  code?: string;
  detail?: string;
  requestId?: string;
  errors?: { pointer?: unknown; code?: unknown; detail?: unknown }[];
}

export { MARK };

/** Marks of text that no answer may hold: a stack, SQL, a file path, a library's own words. */
const LEAKS =
  /\bat \S+ \(|node_modules|\.[jt]s:\d+|\/(work|home|usr|tmp)\/|select\s.+\sfrom|insert into|update .+ set|violates|postgres|sqlstate|TypeError|RangeError|SyntaxError|Unexpected token|undefined is not/i;

const headerOf = ({ headers }: RefusedReply, name: string): string =>
  (headers instanceof Headers ? headers.get(name) : headers[name]) ?? '';

/** Checks that an answer is a refusal as decisions §2 wants it: 4xx, JSON, a request id, a reason, and nothing of ours or theirs. */
export function expectRefusal(answered: RefusedReply, what: string): void {
  expect(answered.status, `${what}: ${answered.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
  expect(answered.status, `${what}: ${answered.text.slice(0, 200)}`).toBeLessThan(500);
  expectProblemBody(answered, what);
}

/** The same of a GraphQL answer, whose own status may be 200. */
export function expectProblemBody(answered: RefusedReply, what: string): void {
  expect(headerOf(answered, 'content-type'), what).toMatch(/^application\/(problem\+)?json/);
  expect(headerOf(answered, 'x-request-id'), what).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(answered.text, what).not.toMatch(LEAKS);
  expect(answered.text, what).not.toContain(MARK);
  const body = JSON.parse(answered.text) as Problem & { errors?: { extensions?: Problem }[] };
  const problem: Problem = body.errors?.[0]?.extensions ?? body;
  expect(problem.requestId, what).toBe(headerOf(answered, 'x-request-id'));
  expect(problem.code, what).toMatch(/^[A-Z_]+$/);
  expect(problem.code, what).not.toBe('INTERNAL');
  expect(problem.detail, what).toBeTruthy();
  expect(problem.type, what).toMatch(/\/problems\/[A-Z_]+$/);
  if (problem.code !== 'VALIDATION_FAILED') return;
  expect(problem.errors?.length, what).toBeGreaterThan(0);
  for (const { pointer, code, detail } of problem.errors ?? [])
    expect([typeof pointer, typeof code, typeof detail], what).toEqual(['string', 'string', 'string']);
}
