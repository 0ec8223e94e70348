import Box from '@mui/material/Box';
import { useGetOne } from 'react-admin';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { AccountStoryFacts } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import type { Subject } from './SubjectShow.js';

type Milestone = AccountStoryFacts['milestones'][number];
type Health = AccountStoryFacts['health'];

interface Read {
  readonly id: string;
  readonly story: AccountStoryFacts | null;
}

/** Milestones of an account, who brought it, and how it stands against its own past, whatever the window of the page is. */
export function AccountStory({ id, filter }: Subject) {
  const { organizationId } = useOrganization();
  const query = useGetOne<Read>('account-stories', { id, meta: { organizationId, productId: filter.product } });
  return (
    <QueryState query={query} what="story" rows={3}>
      {({ story }) => story && <Story story={story} />}
    </QueryState>
  );
}

function Story({ story }: { story: AccountStoryFacts }) {
  const { health, milestones, campaign, developers, window } = story;
  const isQuiet = isQuieterThanUsual(health);
  return (
    <Section title="Story" aside={<EvidenceChip label={story.label} />}>
      <Notice tone={isQuiet ? 'caution' : 'good'}>{healthText(health)}</Notice>
      <Box component="ol" aria-label="Milestones" sx={STRIP}>
        {milestones.map((milestone, index) => (
          <Box component="li" key={keyOf(milestone)} sx={STOP}>
            <Box sx={{ fontWeight: 600 }}>{labelOf(milestone)}</Box>
            <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
              <TimeAgo at={milestone.at} />
              {later(milestones[index - 1], milestone)}
            </Box>
          </Box>
        ))}
      </Box>
      <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', mt: 3 }}>
        {developers.toLocaleString('en')} {developers === 1 ? 'developer' : 'developers'} since {window.from}
        {campaign &&
          `, ${campaign.developers === developers ? '' : `${campaign.developers} of them `}brought by ${campaign.campaignId}${campaign.source ? ` (${campaign.source})` : ''}`}
        . First times are those of the last {window.days} days; the activation is the first of all.
      </Box>
    </Section>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  intent: 'Showed interest',
  evaluation: 'Evaluated: docs, key, set-up',
  activation: 'First call',
  retention: 'Use that goes on',
  expansion: 'Expanded',
  commercial: 'Commercial step',
};

const labelOf = ({ kind, family, developers }: Milestone): string => {
  if (kind === 'activated') return 'Activated';
  if (kind === 'returned') return 'Came back after a week';
  if (kind === 'developers') return `${developers} developers`;
  return LABELS[family ?? ''] ?? 'First event';
};

const keyOf = ({ kind, family, developers }: Milestone): string => `${kind} ${family} ${developers}`;

const DAY_MS = 86_400_000;

/** The whole days from one milestone to the next, where there are any. */
function later(before: Milestone | undefined, { at }: Milestone): string {
  const days = before ? Math.floor((Date.parse(at) - Date.parse(before.at)) / DAY_MS) : 0;
  return days > 0 ? ` · ${days} ${days === 1 ? 'day' : 'days'} later` : '';
}

/** Twice its usual pause, and at least three days. */
const isQuieterThanUsual = ({ quietDays, usualGapDays }: Health): boolean =>
  usualGapDays !== null && quietDays >= 3 && quietDays > 2 * usualGapDays;

function healthText({ quietDays, activeDays, usualGapDays, lastDay }: Health): string {
  const since =
    quietDays === 0
      ? 'Here today'
      : quietDays === 1
        ? 'Last here yesterday'
        : `Quiet for ${quietDays} days, since ${lastDay}`;
  if (usualGapDays === null)
    return `${since}. It came on ${activeDays} ${activeDays === 1 ? 'day' : 'days'} of the four weeks before: too few to know its habit.`;
  const gap = usualGapDays < 1.5 ? 'daily' : `every ${usualGapDays.toFixed(1)} days`;
  return `${since}. It ${quietDays > 1 ? 'used to come' : 'comes'} ${gap}, on ${activeDays} of 28 days.`;
}

/** One line of time where there is room; under each other on a phone. */
const STRIP = {
  listStyle: 'none',
  m: 0,
  mt: 4,
  p: 0,
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(150px, 1fr))' },
} as const;
const STOP = { borderTop: '2px solid var(--accent)', pt: 2, minWidth: 0, overflowWrap: 'anywhere' } as const;
