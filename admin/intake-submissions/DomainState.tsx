import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';

const LABEL = { color: 'var(--muted)', fontSize: '0.8125rem' };

type Answer = Awaited<ReturnType<ReturnType<typeof useDai>['checkIntakeDomain']>>;

/** The record that the domain of a workspace has to publish, and whether it does now: provisioning checks once more. */
export function DomainState({ item }: { item: IntakeSubmissionItem }) {
  const dai = useDai();
  const [found, setFound] = useState<Answer | null>(null);
  const mutation = useApiMutation(() => dai.checkIntakeDomain({ id: item.id }));
  const { domainChallenge } = item;
  if (!domainChallenge) return null;
  const check = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) setFound(outcome.answer);
  };
  return (
    <Section title="Domain">
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, justifyItems: 'start' }}>
        {/* Addresses are longer than this column: each has its whole width. */}
        <Box component="dl" sx={{ m: 0, overflowWrap: 'anywhere', '& dt': LABEL, '& dd': { m: 0, mb: 2 } }}>
          <dt>Published as a file</dt>
          <dd>
            <code>{domainChallenge.url}</code>
          </dd>
          <dt>or as a TXT record of</dt>
          <dd>
            <code>{domainChallenge.textRecord}</code>
          </dd>
        </Box>
        {found && (
          <Notice tone={found.published ? 'good' : 'caution'}>
            {found.published
              ? 'The domain publishes its challenge: the workspace begins with a verified domain.'
              : `Not verified: ${found.reason} The workspace would begin with a domain that its owner verifies there.`}
          </Notice>
        )}
        {mutation.problem && <ProblemNotice problem={mutation.problem} />}
        <Button
          size="small"
          variant="outlined"
          loading={mutation.busy}
          onClick={() => void check()}
          sx={{ justifySelf: 'end' }}
        >
          Check the domain now
        </Button>
      </Box>
    </Section>
  );
}
