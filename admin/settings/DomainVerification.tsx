import PendingIcon from '@mui/icons-material/PendingOutlined';
import VerifiedIcon from '@mui/icons-material/VerifiedOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { Code } from '../components/Code.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { QueryState } from '../components/QueryState.js';
import { StateChip } from '../components/StateChip.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { type DomainChallenge, readDomainChallenge, verifyDomain } from '../providers/organization.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';

/** Whether the domain is shown to be the organization's own, and what to serve so that it is. */
export function DomainVerification() {
  const { organization, organizationId } = useOrganization();
  const mayChange = useMayChange();
  const challenge = useQuery({
    queryKey: ['domain-challenge', organizationId],
    queryFn: () => readDomainChallenge(organizationId),
    enabled: mayChange && !organization.domainVerified,
  });
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 720 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <code>{organization.domain}</code>
        {organization.domainVerified ? (
          <StateChip icon={VerifiedIcon} label="verified" tone="good" />
        ) : (
          <StateChip icon={PendingIcon} label="not verified" tone="caution" />
        )}
      </Box>
      {!organization.domainVerified && mayChange && (
        <QueryState query={challenge} what="challenge">
          {(found) => (found ? <Challenge challenge={found} /> : null)}
        </QueryState>
      )}
    </Box>
  );
}

/** It stands below its button, which stays in place; a page that ends above it scrolls. */
const bringIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function Challenge({ challenge }: { challenge: DomainChallenge }) {
  const { organizationId } = useOrganization();
  const notify = useNotify();
  const mutation = useApiMutation(() => verifyDomain(organizationId));
  const verify = async () => {
    if ((await mutation.run(undefined)).done) notify('The domain is verified.');
  };
  return (
    <>
      <Typography>Publish this text in one of two ways, then verify the domain:</Typography>
      <Code text={challenge.content} what="text to publish" wrap />
      <Typography component="ul" sx={{ m: 0, pl: 5 }}>
        <li>
          as a file with nothing else in it, at <code>{challenge.url}</code>
        </li>
        <li>
          as a TXT record of <code>{challenge.textRecord}</code>
        </li>
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button variant="outlined" onClick={() => void verify()} loading={mutation.busy} loadingPosition="start">
          Verify domain
        </Button>
      </Box>
      {mutation.problem && (
        <div ref={bringIntoSight}>
          <ProblemNotice problem={mutation.problem} tried="mutation" />
        </div>
      )}
    </>
  );
}
