import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fact, Facts } from '../components/Facts.js';
import { Section } from '../components/Page.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Claim } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { useSession } from '../workspace/useSession.js';
import { ClaimStepButton } from './ClaimStepButton.js';
import { isOpen } from './states.js';

interface ClaimDecisionsProps {
  readonly claim: Claim;
  readonly onDecided: (claim: Claim) => void;
  readonly onReload: () => void;
}

/** State, revision and the steps that are open now; the way on stands last, at the right end. */
export function ClaimDecisions({ claim, onDecided, onReload }: ClaimDecisionsProps) {
  return (
    <Box sx={{ position: { lg: 'sticky' }, top: 24, minWidth: 0 }}>
      <Section title="Decision">
        <Facts>
          <Fact label="State">
            <State of="claim" is={claim.state} />
          </Fact>
          <Fact label="Revision">{claim.revision}</Fact>
          <Fact label="Asked">
            <TimeAgo at={claim.createdAt} />
          </Fact>
          <Fact label="Last changed">
            <TimeAgo at={claim.updatedAt} />
          </Fact>
          <Fact label="Claim id">
            <code>{claim.id}</code>
          </Fact>
        </Facts>
        <Box sx={{ mt: 4 }}>
          <Steps claim={claim} onDecided={onDecided} onReload={onReload} />
        </Box>
      </Section>
    </Box>
  );
}

function Steps({ claim, onDecided, onReload }: ClaimDecisionsProps) {
  const mayDecide = useMayChange();
  const me = useSession()?.person.id;
  if (!isOpen(claim.state)) return <Typography color="textSecondary">It ended here: no step leads on.</Typography>;
  if (!mayDecide) return <AskAdmin what="decide about a claim" />;
  if (claim.claimant?.userId === me)
    return <Typography>The claim is your own: another owner or admin must decide about it.</Typography>;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
      {claim.nextStates.toReversed().map((to) => (
        <ClaimStepButton
          key={to}
          claim={claim}
          to={to}
          primary={to === claim.nextStates[0]}
          onDecided={onDecided}
          onReload={onReload}
        />
      ))}
    </Box>
  );
}
