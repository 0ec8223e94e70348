import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useShowContext } from 'react-admin';
import { BackTo } from '../components/BackTo.js';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { labelOf } from '../components/states.js';
import { useScope } from '../components/useScope.js';
import type { Claim } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { ClaimContent } from './ClaimContent.js';
import { ClaimDecisions } from './ClaimDecisions.js';
import { ClaimSteps } from './ClaimSteps.js';

/** Claims move while a user looks at one: it is asked for again in this rhythm. */
const REFRESH_MS = 20_000;

/** One claim as the vendor sees it: where it stands, what was said, whether it fits, and the decisions that are open. */
export function OfferClaimShow() {
  const meta = useScope();
  return (
    <RecordBase<Claim> query={{ meta, refetchInterval: REFRESH_MS }}>
      <Shown />
    </RecordBase>
  );
}

function Shown() {
  const { organization, to } = useOrganization();
  const { record, error, refetch } = useShowContext<Claim>();
  const readAgain = async (before: Claim) => (await refetch()).data ?? before;
  return (
    <Page
      title={record ? `Claim on ${record.offer.title}` : 'Claim'}
      where={organization.name}
      above={
        <BackTo to={to('/offer-claims')} steps>
          Offers and claims
        </BackTo>
      }
    >
      <QueryState query={{ data: record, error, refetch }} what="claim" rows={8}>
        {(newest) => <Held newest={newest} readAgain={() => readAgain(newest)} />}
      </QueryState>
    </Page>
  );
}

/** Holds still what a user reads and decides about; what changed meanwhile is said, and shown when they ask for it. */
function Held({ newest, readAgain }: { newest: Claim; readAgain: () => Promise<Claim> }) {
  const [seen, hold] = useState(newest);
  const stale = newest.revision > seen.revision;
  // A change without a new revision, such as a self-report, is shown as it comes.
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
            <strong>This claim has changed while you looked at it.</strong> It is {labelOf('claim', newest.state)} now,
            at revision {newest.revision}.
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
