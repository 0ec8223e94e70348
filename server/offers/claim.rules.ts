/** The states of a claim on a native offer (decisions §3): a chain and three exits. */
export enum ClaimState {
  requested = 'requested',
  vendor_review = 'vendor_review',
  approved = 'approved',
  code_issued = 'code_issued',
  redeemed = 'redeemed',
  rejected = 'rejected',
  expired = 'expired',
  withdrawn = 'withdrawn',
}

/** The proofs of a redemption; the claimant's own word proves nothing. */
export enum ClaimProof {
  vendor_confirmed = 'vendor_confirmed',
  event_confirmed = 'event_confirmed',
}

/** The actors of a step: the vendor decides, the claimant withdraws, and time runs out by itself. */
export type ClaimActor = 'vendor' | 'claimant' | 'time';

const { requested, vendor_review, approved, code_issued, redeemed, rejected, expired, withdrawn } = ClaimState;
const NONE = { vendor: [], claimant: [], time: [] };

/** A code that was handed out stays handed out: from then on the claimant cannot withdraw and ask for another. */
const STEPS: Record<ClaimState, Readonly<Record<ClaimActor, readonly ClaimState[]>>> = {
  [requested]: { vendor: [vendor_review, rejected], claimant: [withdrawn], time: [expired] },
  [vendor_review]: { vendor: [approved, rejected], claimant: [withdrawn], time: [expired] },
  [approved]: { vendor: [code_issued, rejected], claimant: [withdrawn], time: [expired] },
  [code_issued]: { vendor: [redeemed, expired], claimant: [], time: [] },
  [redeemed]: NONE,
  [rejected]: NONE,
  [expired]: NONE,
  [withdrawn]: NONE,
};

/** The states to which a member or claimant may take a claim. */
export const nextStates = (from: ClaimState, actor: ClaimActor): readonly ClaimState[] => STEPS[from][actor];

/** The states from which a member or claimant may take a claim to another. */
export const statesBefore = (to: ClaimState, actor: ClaimActor): ClaimState[] =>
  Object.values(ClaimState).filter((from) => nextStates(from, actor).includes(to));

/** The final states: a claimant may claim the offer again from there. The unique index of open claims names the same. */
export const CLOSED: readonly ClaimState[] = [rejected, expired, withdrawn];

/** The states that a claim reaches only while its claimant's address is verified. */
export const NEEDS_VERIFIED: ReadonlySet<ClaimState> = new Set([vendor_review, approved, code_issued, redeemed]);

/** One wrong member of a step, by its pointer. */
export interface StepProblem {
  readonly pointer: string;
  readonly code: 'required' | 'not_allowed';
  readonly detail: string;
}

/** Lists the members that a step lacks or must not carry: a code goes with code_issued, a proof with redeemed, an event with event_confirmed. */
export function stepProblems(step: {
  readonly to: ClaimState;
  readonly code?: string | null | undefined;
  readonly proof?: ClaimProof | null | undefined;
  readonly eventId?: string | null | undefined;
}): StepProblem[] {
  const { to, code, proof, eventId } = step;
  return [
    ...memberProblem('/code', code, to === code_issued, 'a code goes with the step to code_issued'),
    ...memberProblem('/proof', proof, to === redeemed, 'a proof goes with the step to redeemed'),
    ...memberProblem(
      '/eventId',
      eventId,
      proof === ClaimProof.event_confirmed,
      'an event goes with the proof event_confirmed',
    ),
  ];
}

function memberProblem(pointer: string, given: unknown, wanted: boolean, detail: string): StepProblem[] {
  const isGiven = given !== null && given !== undefined;
  return isGiven === wanted ? [] : [{ pointer, code: wanted ? 'required' : 'not_allowed', detail }];
}
