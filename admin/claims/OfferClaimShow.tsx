import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { Claim } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { ClaimContent } from './ClaimContent.js';
import { ClaimDecisions } from './ClaimDecisions.js';
import { ClaimSteps } from './ClaimSteps.js';
import { labelOfState } from './states.js';
import { useOfferClaim } from './useOfferClaims.js';

/** One claim as the vendor sees it: where it stands, what was said, whether it fits, and the decisions that are open. */
export function OfferClaimShow() {
  const { claimId = '' } = useParams();
  const { organization, to } = useOrganization();
  const claim = useOfferClaim(claimId);
  return (
    <Page
      title={claim.data ? `Claim on ${claim.data.offer.title}` : 'Claim'}
      where={organization.name}
      above={
        <Box sx={{ mb: 1, fontSize: '0.8125rem' }}>
          <Link to={to('/claims')}>← Offers and claims</Link>
        </Box>
      }
      summary={<code>{claimId}</code>}
    >
      <QueryState query={claim} what="claim" rows={8}>
        {(newest) => (
          <Held key={newest.id} newest={newest} readAgain={async () => (await claim.refetch()).data ?? newest} />
        )}
      </QueryState>
    </Page>
  );
}

/** Holds still what a user reads and decides about; what changed meanwhile is said, and shown when they ask for it. */
function Held({ newest, readAgain }: { newest: Claim; readAgain: () => Promise<Claim> }) {
  const [seen, hold] = useState(newest);
  const stale = newest.revision > seen.revision;
  // What moves without a new revision, such as a self-report, is shown as it comes.
  const held = newest.revision === seen.revision ? newest : seen;
  const reload = async () => hold(await readAgain());
  return (
    <>
      {stale && (
        <Box sx={{ mb: 5 }}>
          <Notice
            tone="caution"
            urgent
            action={
              <Button size="small" variant="contained" onClick={() => void reload()}>
                Reload
              </Button>
            }
          >
            <strong>This claim has changed while you looked at it.</strong> It is {labelOfState(newest.state)} now, at
            revision {newest.revision}.
          </Notice>
        </Box>
      )}
      <Box sx={{ mb: 6 }}>
        <ClaimSteps state={held.state} />
      </Box>
      <Box sx={SIDE_BY_SIDE}>
        <ClaimContent claim={held} />
        <ClaimDecisions claim={held} onDecided={hold} onReload={() => void reload()} />
      </Box>
    </>
  );
}

const SIDE_BY_SIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
  columnGap: 8,
  alignItems: 'start',
};
