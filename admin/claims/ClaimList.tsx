import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import type { Claim } from '../providers/generated/operations.js';
import { CLAIM_CHANGED, CLAIM_FILTERS, CLAIM_NAME, claimedAt } from './claim.columns.js';
import { nextOf, OwnClaim } from './OwnClaim.js';

/** The vendor decides while the person waits: what it decided appears by itself. */
const REFRESH_MS = 20_000;

/** The claims of a person, and the next step of each. */
export function ClaimList() {
  return (
    <ListPage<Claim>
      title="My claims"
      about="What you asked vendors for. A claim is a request: the vendor decides, and what it decided appears here by itself."
      columns={COLUMNS}
      search="Search claims"
      filters={CLAIM_FILTERS}
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

const COLUMNS: readonly DataColumn<Claim>[] = [
  ...CLAIM_NAME,
  {
    source: 'next',
    wraps: true,
    label: 'What comes next',
    cell: (claim) => <span title={nextOf(claim)}>{nextOf(claim)}</span>,
    text: nextOf,
    card: 'fact',
  },
  claimedAt('Claimed'),
  CLAIM_CHANGED,
];
