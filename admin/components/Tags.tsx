import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Short words beside each other, such as what a tool can do; more than `shownMax` are counted, not left out silently. */
export function Tags({ label, tags, shownMax }: { label: string; tags: readonly Tag[]; shownMax?: number }) {
  const shown = tags.slice(0, shownMax);
  const rest = tags.slice(shown.length);
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {shown.map(({ key, label }) => (
        <Box key={key} component="li" sx={TAG}>
          {label}
        </Box>
      ))}
      {rest.length > 0 && (
        <Box
          component="li"
          title={rest.map(({ key }) => key).join(', ')}
          sx={{ ...TAG, bgcolor: 'transparent', color: 'var(--muted)' }}
        >
          {rest.length} more
        </Box>
      )}
    </Box>
  );
}

export interface Tag {
  readonly key: string;
  readonly label: ReactNode;
}

const TAG = {
  px: 1.5,
  borderRadius: 1,
  bgcolor: 'var(--raised)',
  fontSize: '0.8125rem',
  lineHeight: '22px',
};
