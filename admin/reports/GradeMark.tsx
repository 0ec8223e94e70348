import Box from '@mui/material/Box';
import type { EnterpriseGrade } from '../providers/generated/operations.js';
import { TONES } from './grades.js';

/** A grade as a letter in a frame; a grade that is not known is a dash with its words for screen readers. */
export function GradeMark({ grade, large = false }: { grade: EnterpriseGrade | null; large?: boolean }) {
  const size = large ? 72 : 32;
  return (
    <Box
      component="span"
      role="img"
      aria-label={grade === null ? 'no grade' : `grade ${grade}`}
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        flex: 'none',
        width: size,
        height: size,
        border: '2px solid',
        borderRadius: 1,
        fontSize: large ? '2.5rem' : '1rem',
        fontWeight: 600,
        lineHeight: 1,
        color: grade === null ? 'var(--muted)' : `var(--${TONES[grade]})`,
      }}
    >
      {grade ?? '–'}
    </Box>
  );
}
