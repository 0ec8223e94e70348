import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { BriefPerks } from './BriefPerks.js';
import { BriefStack } from './BriefStack.js';
import { BriefSteps } from './BriefSteps.js';
import { isMarked } from './intent.marks.js';
import { useNeedEditing } from './needs.js';
import { Understood } from './Understood.js';
import type { PlanContent } from './useBrief.js';

/** A plan from what was understood to what is still open; saved or not, it reads the same. */
export function Brief({ content }: { content: PlanContent }) {
  const { stack, steps, perks, risks, openQuestions } = content;
  const marked = useNeedEditing()?.notUnderstood ?? [];
  const notices = content.notices.filter((notice) => !isMarked(notice, marked));
  return (
    <>
      <Section title="What was understood">
        <Understood content={content} />
        {notices.length > 0 && (
          <Box sx={{ mt: 3, display: 'grid', gap: 2 }}>
            {notices.map((notice) => (
              <Notice key={notice} tone="info">
                {notice}
              </Notice>
            ))}
          </Box>
        )}
      </Section>
      {stack.length > 0 && (
        <Section title="Stack">
          <BriefStack stack={stack} />
        </Section>
      )}
      {steps.length > 0 && (
        <Section title="Steps">
          <BriefSteps steps={steps} />
        </Section>
      )}
      {stack.length > 0 && (
        <Section title="Perks">
          <BriefPerks perks={perks} stack={stack} />
        </Section>
      )}
      {risks.length > 0 && (
        <Section title="Risks">
          <Box component="ul" sx={LIST}>
            {risks.map(({ title, detail }) => (
              <li key={`${title} ${detail}`}>
                <strong>{title}.</strong>{' '}
                <Box component="span" sx={{ color: 'var(--muted)' }}>
                  {detail}
                </Box>
              </li>
            ))}
          </Box>
        </Section>
      )}
      {openQuestions.length > 0 && (
        <Section title="For you to decide">
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            No tool and no agent can answer these.
          </Typography>
          <Box component="ul" sx={LIST}>
            {openQuestions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </Box>
        </Section>
      )}
    </>
  );
}

const LIST = { m: 0, pl: 5, display: 'grid', gap: 2, maxWidth: 720 };
