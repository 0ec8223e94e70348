import { Section } from '../components/Page.js';
import { ReasonedDecision } from '../components/ReasonedDecision.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';

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
      <ReasonedDecision
        {...decision}
        title={`${decision.label}: ${name}`}
        grave={listed}
        revision={revision}
        onReload={onReload}
        decide={(reason) => setHackathonListed({ slug, revision, listed: !listed, reason })}
        touches={['intake-submissions', 'hackathons']}
        onDone={onReload}
      />
    </Section>
  );
}
