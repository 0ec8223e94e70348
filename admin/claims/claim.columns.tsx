import type { DataColumn } from '../components/columns.js';
import { State } from '../components/StateChip.js';
import { labelOf } from '../components/states.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Claim } from '../providers/generated/operations.js';
import { CLAIM_STATES } from './states.js';

/** The first columns of a claim's row, for its claimant and for the vendor. */
export const CLAIM_NAME: readonly DataColumn<Claim>[] = [
  {
    source: 'offer',
    sortable: true,
    label: 'Offer',
    cell: ({ offer }) => offer.title,
    text: ({ offer }) => offer.title,
  },
  {
    source: 'state',
    sortable: true,
    label: 'State',
    cell: ({ state }) => <State of="claim" is={state} />,
    text: ({ state }) => labelOf('claim', state),
    card: 'state',
  },
];

/** When it was made, in the word of who looks at it. */
export const claimedAt = (label: string): DataColumn<Claim> => ({
  source: 'created',
  sortable: true,
  label,
  cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  text: ({ createdAt }) => createdAt,
  numeric: true,
});

export const CLAIM_CHANGED: DataColumn<Claim> = {
  source: 'updated',
  sortable: true,
  label: 'Last change',
  cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  text: ({ updatedAt }) => updatedAt,
  numeric: true,
};

export const CLAIM_FILTERS = [
  {
    source: 'state',
    label: 'State',
    every: 'Every state',
    choices: CLAIM_STATES.map((state) => [state, labelOf('claim', state)] as const),
    several: true,
  },
];
