import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { Section } from '../components/Page.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';

/** The longest reason that the service takes. */
const REASON_LENGTH_MAX = 500;

const DOWN = {
  label: 'Take down the passport',
  actionLabel: 'Take down',
  done: 'The passport is taken down.',
  consequences: [
    'Its page answers that there is no such hackathon; it leaves the lists and the sitemap.',
    'No project can be entered any more. The entries stay, and its address is kept for it.',
    'You can restore it.',
  ],
};
const BACK = {
  label: 'Restore the passport',
  actionLabel: 'Restore',
  done: 'The passport is public again.',
  consequences: ['Its page is public again, with the projects that are entered.'],
};

/** Whether the passport that this submission became is public, and the decision to take it down or restore it. */
export function PassportListing({ item, onReload }: { item: IntakeSubmissionItem; onReload: () => void }) {
  const [reason, setReason] = useState('');
  const { setHackathonListed } = useDai();
  const { passport } = item;
  if (!passport) return null;
  const { slug, name, listed, revision } = passport;
  const decision = listed ? DOWN : BACK;
  return (
    <Section title="Passport">
      <p>
        {listed ? <a href={`/h/${slug}`}>Open its page</a> : 'It is taken down: only reviewers see that it exists.'}
      </p>
      <DecisionButton
        {...decision}
        title={`${decision.label}: ${name}`}
        grave={listed}
        revision={revision}
        onReload={onReload}
        holdsInput
        lacks={reason.trim() ? null : 'Say why.'}
        decide={() => setHackathonListed({ slug, revision, listed: !listed, reason: reason.trim() })}
        touches={['intake-submissions', 'hackathons']}
        onDone={() => {
          setReason('');
          onReload();
        }}
      >
        <TextField
          label="Why"
          helperText="Kept in the audit log."
          required
          multiline
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: REASON_LENGTH_MAX } }}
        />
      </DecisionButton>
    </Section>
  );
}
