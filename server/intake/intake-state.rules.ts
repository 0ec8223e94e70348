/** The four kinds of submission (decisions §10). */
export const intakeKinds = ['partner_workspace', 'tracked_links', 'hackathon_passport', 'usage_tracking'] as const;
export type IntakeKindName = (typeof intakeKinds)[number];

/** How soon a draft should be looked at. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

export const intakeStates = [
  'received',
  'needs_evidence',
  'triaged',
  'draft_prepared',
  'in_review',
  'changes_requested',
  'approved',
  'provisioned',
  'published',
  'rejected',
  'withdrawn',
  'expired',
] as const;
export type IntakeStateName = (typeof intakeStates)[number];

/** The movers of a submission: automation no further than `draft_prepared`, people the rest. */
export type IntakeActor = 'automation' | 'submitter' | 'reviewer';

interface Transition {
  readonly by: IntakeActor;
  readonly from: readonly IntakeStateName[];
  readonly to: IntakeStateName;
}

/** States that automation works on: what it found is found again when the facts have changed. */
const PREPARING = ['received', 'needs_evidence', 'triaged', 'draft_prepared'] as const;
/** States that end by themselves after thirty days. */
const OPEN = [...PREPARING, 'in_review', 'changes_requested', 'approved'] as const;

/** The whole table of states: an act that is not here, or in a state that it does not begin in, is refused everywhere. */
export const transitions = {
  ask_evidence: { by: 'automation', from: PREPARING, to: 'needs_evidence' },
  triage: { by: 'automation', from: PREPARING, to: 'triaged' },
  prepare_draft: { by: 'automation', from: ['triaged'], to: 'draft_prepared' },
  expire: { by: 'automation', from: OPEN, to: 'expired' },
  resubmit: { by: 'submitter', from: ['changes_requested', 'needs_evidence'], to: 'received' },
  withdraw: { by: 'submitter', from: OPEN, to: 'withdrawn' },
  open_review: { by: 'reviewer', from: ['draft_prepared'], to: 'in_review' },
  request_changes: { by: 'reviewer', from: ['in_review'], to: 'changes_requested' },
  reject: { by: 'reviewer', from: ['in_review', 'approved'], to: 'rejected' },
  discard: { by: 'reviewer', from: PREPARING, to: 'rejected' },
  approve: { by: 'reviewer', from: ['in_review'], to: 'approved' },
  publish: { by: 'reviewer', from: ['approved'], to: 'published' },
  provision: { by: 'reviewer', from: ['approved'], to: 'provisioned' },
} as const satisfies Record<string, Transition>;

export type IntakeAct = keyof typeof transitions;

/** Whether an act may begin in a state. */
export function mayAct(act: IntakeAct, state: IntakeStateName): boolean {
  const { from }: Transition = transitions[act];
  return from.includes(state);
}

export const openStates: readonly IntakeStateName[] = OPEN;
export const isOpen = (state: IntakeStateName): boolean => openStates.includes(state);
/** Whether anything can still be done with it: from `expiresAt` on nothing can, whether or not the job that ends it has run. */
export const isOpenAt = ({ state, expiresAt }: { state: IntakeStateName; expiresAt: Date }, at: Date): boolean =>
  isOpen(state) && expiresAt > at;
export const preparingStates: readonly IntakeStateName[] = PREPARING;

/** Kinds that are provisioned, a workspace and what keys are created for; the others are published. */
export const isProvisioned = (kind: IntakeKindName): boolean =>
  kind === 'partner_workspace' || kind === 'usage_tracking';

/** The risk of a submission that names a listed tool or vendor whose domain is not the contact's. */
export const NAMES_ANOTHER = 'names_another_vendor';

/** Whether approval leaves the last step to a second person: what is provisioned, and what speaks for another (decisions §10). */
export const needsSecondApprover = (kind: IntakeKindName, risks: readonly string[]): boolean =>
  isProvisioned(kind) || risks.includes(NAMES_ANOTHER);

/** A submission that nothing moves ends after so many days. */
export const EXPIRES_DAYS = 30;

/** The next step, for the holder of the receipt. */
export function nextStep(state: IntakeStateName, contactVerified: boolean): string {
  if (state === 'needs_evidence') return 'Add what is missing and send the submission again with its receipt.';
  if (state === 'changes_requested')
    return 'Make the requested changes and send the submission again with its receipt.';
  if (isOpen(state) && !contactVerified)
    return 'The address is confirmed by the link in the letter to the contact; the review begins after that.';
  const steps: Partial<Record<IntakeStateName, string>> = {
    received: 'The submission is being checked. Nothing needs to be done.',
    triaged: 'A draft is being prepared. Nothing needs to be done.',
    draft_prepared: 'A reviewer will look at the draft. Nothing needs to be done.',
    in_review: 'A reviewer looks at the draft. Nothing needs to be done.',
    approved: 'A second reviewer has to agree. Nothing needs to be done.',
    provisioned: 'The workspace is set up. The contact was sent what to do next.',
    published: 'It is published.',
    rejected: 'The submission was not accepted.',
    withdrawn: 'The submission was withdrawn. A new one can be made at any time.',
    expired: 'The submission has expired. A new one can be made at any time.',
  };
  return steps[state] ?? '';
}

/** States in which a person has something to do. */
export const WAITING: readonly IntakeStateName[] = ['draft_prepared', 'in_review', 'approved'];
