import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Claim } from '../providers/generated/operations.js';
import { ClaimStateChip } from './ClaimStateChip.js';
import { nextOf, OwnClaim } from './OwnClaim.js';
import { CLAIM_STATES, labelOfState } from './states.js';

/** The vendor decides while the person waits: what it decided appears by itself. */
const REFRESH_MS = 20_000;

/** What a person has claimed, and what comes next with each. */
export function ClaimList() {
  return (
    <ListPage<Claim>
      title="My claims"
      about="What you asked vendors for. A claim is a request: the vendor decides, and what it decided appears here by itself."
      columns={COLUMNS}
      search="Search claims"
      filters={FILTERS}
      sort={{ field: 'created', order: 'DESC' }}
      refreshMs={REFRESH_MS}
      empty={{
        text: 'Your claims will be listed here, each with where it stands and what comes next.',
        action: (
          <Button component={Link} to="/offers?claim=native" variant="contained">
            Find an offer to claim
          </Button>
        ),
      }}
      panel={{ heading: ({ offer }) => offer.title, detail: OwnClaim }}
    />
  );
}

const FILTERS = [
  {
    source: 'state',
    label: 'State',
    every: 'Every state',
    choices: CLAIM_STATES.map((state) => [state, labelOfState(state)] as const),
  },
];

const COLUMNS: readonly DataColumn<Claim>[] = [
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
    cell: ({ state }) => <ClaimStateChip state={state} />,
    text: ({ state }) => labelOfState(state),
    card: 'state',
  },
  {
    source: 'next',
    label: 'What comes next',
    cell: (claim) => <span title={nextOf(claim)}>{nextOf(claim)}</span>,
    text: nextOf,
    card: 'fact',
  },
  {
    source: 'created',
    sortable: true,
    label: 'Claimed',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
  },
  {
    source: 'updated',
    sortable: true,
    label: 'Last change',
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
    text: ({ updatedAt }) => updatedAt,
    numeric: true,
  },
];
