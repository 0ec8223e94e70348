import type { ClaimState } from '../providers/generated/operations.js';

/** The way of a claim that goes well; rejected, expired and withdrawn leave it at any place before the end (decisions §3). */
export const CLAIM_WAY = ['requested', 'vendor_review', 'approved', 'code_issued', 'redeemed'] as const;

/** Every state, the good way first, then the exits: the order in which people look for them. */
export const CLAIM_STATES: readonly ClaimState[] = [...CLAIM_WAY, 'rejected', 'expired', 'withdrawn'];

/** True for the states that end a claim without a redemption. */
export const isExit = (state: ClaimState): boolean => ['rejected', 'expired', 'withdrawn'].includes(state);

/** True while something can still become of a claim; a person has one such claim on an offer. */
export const isOpen = (state: ClaimState): boolean => !isExit(state) && state !== 'redeemed';
