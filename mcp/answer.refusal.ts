import { ANSWER_BYTES_MAX } from './answer.fit.js';
import type { Problem } from './problem.js';
import { afterRefusal } from './refusal.next.js';
import type { NextStep } from './tool.js';
import type { Audience } from './untrusted.js';

/** A caller corrects no more from one answer. */
const ERRORS_MAX = 20;
/** How the gateway itself ends the detail of a long list. */
const LISTED = /; the first \d+ are listed$/;

/** A problem as an answer, with what comes next; of very many wrong fields the first are listed, so that it stays as short as any other answer. */
export function refusalThatFits(problem: Problem, audience: Audience): Problem & { next: NextStep[] } {
  const answer = { ...problem, next: afterRefusal(problem, audience) };
  const errors = [...(problem.errors ?? [])].slice(0, ERRORS_MAX);
  const listed = (): typeof answer => ({
    ...answer,
    detail: `${problem.detail.replace(LISTED, '')}; the first ${errors.length} are listed`,
    errors,
  });
  if (errors.length === (problem.errors?.length ?? 0) && fits(answer)) return answer;
  while (errors.length > 0 && !fits(listed())) errors.pop();
  return listed();
}

const fits = (answer: unknown): boolean => Buffer.byteLength(JSON.stringify(answer)) <= ANSWER_BYTES_MAX;
