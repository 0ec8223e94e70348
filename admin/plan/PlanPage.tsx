import FreeIcon from '@mui/icons-material/CircleOutlined';
import PaidIcon from '@mui/icons-material/WorkspacePremiumOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Day } from '../components/Day.js';
import { Fact, Facts } from '../components/Facts.js';
import { Notice } from '../components/Notice.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { StateChip } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import { type CompanyPlan, PlanId } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { AskForPlan } from './AskForPlan.js';
import { PlanTable } from './PlanTable.js';
import { usePlan } from './usePlan.js';

/** The organization's plan: which, since when, until when, by whom, and what it opens. */
export function PlanPage() {
  const { organization } = useOrganization();
  return (
    <Page title="Plan" where={organization.name} summary="What your own agents and Reports may read.">
      <QueryState query={usePlan()} what="plan" rows={4}>
        {({ plan }) => plan && <PlanFacts plan={plan} />}
      </QueryState>
      <Section title="What the plans open">
        <PlanTable />
        <Typography color="textSecondary" sx={{ mt: 3, maxWidth: 720 }}>
          Everything else is the same on both plans: events, adoption, exports, imports, webhooks, offers and the
          directory.
        </Typography>
      </Section>
    </Page>
  );
}

/** How long before its end a paid plan is spoken of. */
const ENDING_MS = 30 * 86_400_000;

function PlanFacts({ plan: { id, since, until, grantedBy } }: { plan: CompanyPlan }) {
  const now = useNow();
  const isPaid = id === PlanId.paid;
  const isEnding = until !== null && Date.parse(until) - now <= ENDING_MS;
  return (
    <Box sx={{ display: 'grid', gap: 4, mb: 8 }}>
      <Facts>
        <Fact label="Plan">
          {isPaid ? (
            <StateChip icon={PaidIcon} label="paid" tone="good" />
          ) : (
            <StateChip icon={FreeIcon} label="free" tone="neutral" />
          )}
        </Fact>
        <Fact label="Since">
          <Day at={since} />
        </Fact>
        {isPaid && <Fact label="Until">{until ? <Day at={until} /> : 'no end is set'}</Fact>}
        <Fact label="Granted by">
          {grantedBy ? `an ${grantedBy} of this service` : 'no one: every organization begins with it'}
        </Fact>
      </Facts>
      {isEnding && until && (
        <Notice tone="caution">
          The paid plan ends after <Day at={until} />. Then Reports and the agent keys answer that it is required; the
          keys themselves stay.
        </Notice>
      )}
      {(!isPaid || isEnding) && (
        <Typography sx={{ maxWidth: 720 }}>
          <AskForPlan {...(isPaid ? { wanted: 'more time' } : {})} />
        </Typography>
      )}
    </Box>
  );
}
