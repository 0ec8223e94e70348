import Box from '@mui/material/Box';
import { DecisionButton } from '../components/DecisionButton.js';
import { Section } from '../components/Page.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useDai } from '../providers/data.js';
import type { Plan } from '../providers/generated/operations.js';

/** The difference between a saved plan and the catalog of today, and the person's choice to hear of it by letter. */
export function PlanChanges({ plan: { changes, createdAt, letters, id: planId } }: { plan: Plan }) {
  const { setPlanLetters } = useDai();
  const choice = letters
    ? {
        label: 'End letters',
        title: 'End the letters about this plan',
        actionLabel: 'End letters',
        done: 'No more letters about this plan.',
        consequences: [
          'No letter about this plan is sent any more.',
          'This page goes on showing what changed.',
          'Links in earlier letters end with them.',
        ],
      }
    : {
        label: 'Get letters',
        title: 'Get a letter when something changes',
        actionLabel: 'Agree to letters',
        done: 'You get a letter when something of this plan changes.',
        consequences: [
          'You get a letter when a price, a free tier or an offer’s end of this plan changes, or a tool ends: at most one a day, to the address that you sign in with.',
          'What changed until now is shown here and comes in no letter.',
          'You can end the letters here, or by a link in each of them without signing in.',
        ],
      };
  return (
    <Section title="What changed since">
      {changes.length === 0 ? (
        <Box component="p" sx={{ mt: 0, mb: 3 }}>
          No price, free tier, end of life or offer’s end that is known changed since the plan was saved{' '}
          <TimeAgo at={createdAt} />.
        </Box>
      ) : (
        <Box component="ul" sx={{ mt: 0, mb: 3, pl: 5 }}>
          {changes.map(({ kind, tool, offerId, before, after, detail }) => (
            <li key={`${kind} ${offerId ?? tool}`}>
              {detail}
              {(kind === 'free_tier' || kind === 'offer_end') && (
                <Box component="span" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {`Was: ${before ?? 'not known'} · Is: ${after ?? 'not known'}`}
                </Box>
              )}
            </li>
          ))}
        </Box>
      )}
      <DecisionButton
        small
        {...choice}
        touches={['plans']}
        decide={() => setPlanLetters({ planId, wanted: !letters })}
      />
    </Section>
  );
}
