import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { isMarked, markIntent } from './intent.marks.js';
import type { PlanContent } from './useBrief.js';

interface IntentProps {
  readonly content: PlanContent;
  /** Words that nothing was made of; a saved plan does not have them. */
  readonly notUnderstood: readonly string[];
}

/** The sentence as it was read: what asks for a need is underlined, what nothing was made of is marked. */
export function IntentText({ content: { goal, capabilities, notices }, notUnderstood }: IntentProps) {
  const phrases = capabilities.map(({ phrase }) => phrase);
  return (
    <Box sx={{ mb: 3 }}>
      <Typography component="blockquote" sx={{ m: 0, pl: 3, borderLeft: '3px solid var(--border)' }}>
        {markIntent(goal, phrases, notUnderstood).map(({ text, as }, index) => {
          const key = `${index} ${text}`;
          if (as === 'understood')
            return (
              <Box key={key} component="u" sx={UNDERSTOOD}>
                {text}
              </Box>
            );
          if (as === 'unknown')
            return (
              <Box key={key} component="mark" sx={UNKNOWN}>
                {text}
              </Box>
            );
          return <span key={key}>{text}</span>;
        })}
      </Typography>
      {notices.some((notice) => isMarked(notice, notUnderstood)) && (
        <Typography color="textSecondary" sx={{ mt: 1, pl: 3 }}>
          Nothing was made of what is marked. Say it in other words, or add the need.
        </Typography>
      )}
    </Box>
  );
}

const UNDERSTOOD = { textDecorationColor: 'var(--accent)', textDecorationThickness: 2, textUnderlineOffset: 4 };
const UNKNOWN = {
  color: 'var(--caution)',
  bgcolor: 'transparent',
  textDecoration: 'underline wavy var(--caution)',
  textUnderlineOffset: 4,
};
