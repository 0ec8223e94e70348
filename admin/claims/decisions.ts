import type { ClaimState } from '../providers/generated/operations.js';

/** A step that the vendor may take: its words, what follows from it, and what goes with it. */
export interface Decision {
  /** The label of the page's button, and the dialog's title after it. */
  readonly title: string;
  readonly actionLabel: string;
  readonly consequences: readonly string[];
  /** Whether it ends the claim against the person's wish. */
  readonly grave?: boolean;
  readonly asks: 'note' | 'reason' | 'code' | 'proof';
}

/** The steps of decisions §3 from the vendor's side; which of them may be taken now, the service says with each claim. */
export const DECISIONS: Partial<Record<ClaimState, Decision>> = {
  vendor_review: {
    title: 'Start review',
    actionLabel: 'Start review',
    consequences: ['The person sees that you look at it.', 'Nothing is approved by that.'],
    asks: 'note',
  },
  approved: {
    title: 'Approve',
    actionLabel: 'Approve claim',
    consequences: ['The person sees that you approved it.', 'A code is not issued by that: it is the next step.'],
    asks: 'note',
  },
  code_issued: {
    title: 'Issue a code',
    actionLabel: 'Issue code',
    consequences: [
      'The person sees the code; besides them, only owners and admins here do.',
      'From then on the person can’t withdraw the claim.',
      'A code that was issued can’t be changed here.',
    ],
    asks: 'code',
  },
  redeemed: {
    title: 'Confirm redemption',
    actionLabel: 'Confirm redemption',
    consequences: [
      'The claim is redeemed, with the proof that you name.',
      'It ends there: no step leads on and none back.',
    ],
    asks: 'proof',
  },
  rejected: {
    title: 'Reject',
    actionLabel: 'Reject claim',
    consequences: [
      'The person sees that you refused it, with your note.',
      'It ends there; the person may claim the offer again.',
    ],
    grave: true,
    asks: 'reason',
  },
  expired: {
    title: 'Expire claim',
    actionLabel: 'Expire claim',
    consequences: [
      'The person sees that the claim has expired.',
      'The code is not taken back by that: make it invalid on your side.',
    ],
    grave: true,
    asks: 'note',
  },
};
