import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../platform/fault.js';
import { newUuid } from '../platform/ids.js';
import { IntakeHistory, IntakeLetter, type IntakeSubmission } from './intake.entity.js';
import { type IntakeAct, isOpen, isOpenAt, mayAct, transitions } from './intake-state.rules.js';
import type { LetterSubject } from './letter.rules.js';

/** The actor of a step, and the remark on it. */
export interface Step {
  readonly at: Date;
  /** `automation`, `submitter` or the `usr_…` of a reviewer. */
  readonly actor: string;
  readonly detail?: string | null;
}

/** Moves a submission that the caller holds locked, and writes its history; an act that its state does not allow is refused. */
export function recordTransition(em: EntityManager, submission: IntakeSubmission, act: IntakeAct, step: Step): void {
  const { state } = submission;
  if (!mayAct(act, state))
    throw new Fault('STATE_CONFLICT', {
      say: `This cannot be done with a submission that is ${state.replaceAll('_', ' ')}.`,
      members: { state },
    });
  if (act !== 'expire') requireUnexpired(submission, step.at);
  submission.state = transitions[act].to;
  submission.updatedAt = step.at;
  recordStep(em, submission, act, step, state);
}

/** Nothing is decided about a submission at or after the time at which it ends by itself (decisions §10). */
export function requireUnexpired(submission: IntakeSubmission, at: Date): void {
  if (isOpen(submission.state) && !isOpenAt(submission, at))
    throw new Fault('STATE_CONFLICT', {
      say: 'The submission has expired: nothing can be done with it. A new one can be made at any time.',
      members: { state: submission.state },
    });
}

/** Writes a step that changes no state, such as an assignment. */
export function recordStep(
  em: EntityManager,
  submission: IntakeSubmission,
  action: string,
  { at, actor, detail = null }: Step,
  fromState: string | null = submission.state,
): void {
  em.create(IntakeHistory, {
    id: newUuid(),
    submission,
    at,
    actor,
    action,
    fromState,
    toState: submission.state,
    revision: submission.revision,
    detail,
  });
}

/** Wants a letter sent; the worker puts it into the outbox after the commit. */
export const recordLetter = (
  em: EntityManager,
  submission: IntakeSubmission,
  letter: { audience: IntakeLetter['audience']; subjectOf: LetterSubject; at: Date; exceptUser?: string },
): unknown =>
  em.create(IntakeLetter, {
    id: newUuid(),
    submission,
    audience: letter.audience,
    subjectOf: letter.subjectOf,
    exceptUser: letter.exceptUser ?? null,
    createdAt: letter.at,
    forwardedAt: null,
  });
