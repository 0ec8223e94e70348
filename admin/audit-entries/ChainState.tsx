import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Notice } from '../components/Notice.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useScope } from '../components/useScope.js';
import { useDai } from '../providers/data.js';
import type { VerifyAuditChainAnswer } from '../providers/generated/operations.js';
import { LogDownload } from './LogDownload.js';

type Chain = VerifyAuditChainAnswer['auditChain'];

/** Whether the log is as it was written, recomputed from its first entry when a user asks for it. */
export function ChainState() {
  const { organizationId } = useScope();
  const { verifyAuditChain } = useDai();
  const [chain, setChain] = useState<Chain | null>(null);
  const verification = useApiMutation(() => verifyAuditChain(organizationId));
  const verify = async () => {
    const outcome = await verification.run(undefined);
    if (outcome.done) setChain(outcome.answer);
  };
  return (
    <Box component="section" aria-label="Chain" sx={{ mb: 4 }}>
      <Notice
        tone={chain === null ? 'info' : chain.intact ? 'good' : 'bad'}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <LogDownload organizationId={organizationId} />
            <Button
              size="small"
              variant="outlined"
              loading={verification.busy}
              loadingPosition="start"
              onClick={() => void verify()}
            >
              {chain ? 'Verify again' : 'Verify the chain'}
            </Button>
          </Box>
        }
      >
        {chain
          ? describe(chain)
          : 'Each entry carries the hash of the one before, so that a change of the log can be seen.'}
      </Notice>
      {verification.problem && <ProblemNotice problem={verification.problem} />}
    </Box>
  );
}

function describe({ intact, entries, erased, head, firstBroken }: Chain): string {
  if (!intact) return `The log is not as it was written: entry ${firstBroken} does not hold.`;
  if (head === null) return 'The log has no entry yet.';
  const counted = entries === 1 ? 'The one entry holds' : `All ${entries.toLocaleString('en')} entries hold`;
  const gone = erased === 0 ? '' : ` The values of ${erased.toLocaleString('en')} were erased.`;
  return `${counted}. The last one’s hash is ${head.slice(0, 12)}….${gone}`;
}
