import Box from '@mui/material/Box';
import { Section } from '../components/Page.js';
import type { Report } from '../providers/data.enterprise.js';
import { labelOfPointer } from './unknowns.js';

interface UnknownListProps {
  readonly title: string;
  readonly nulls: Report['nulls'];
  readonly gradeIds?: readonly string[];
}

/** The unknown values, and why they are unknown; renders nothing without any. */
export function UnknownList({ title, nulls, gradeIds = [] }: UnknownListProps) {
  if (nulls.length === 0) return null;
  return (
    <Section title={title}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
        {nulls.map(({ pointer, reason }) => (
          <Box
            key={pointer}
            sx={{
              display: 'grid',
              columnGap: 4,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '220px minmax(0, 1fr)' },
            }}
          >
            <Box component="dt" sx={{ color: 'var(--muted)' }}>
              {labelOfPointer(pointer, gradeIds)}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {reason}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
