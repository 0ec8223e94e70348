import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import { RemovableChip } from '../components/RemovableChip.js';
import type { HowRead } from '../providers/generated/operations.js';
import { withoutPhrase } from '../workbench/intent.marks.js';
import { describeWords, saysMore } from './understood.js';

/** The needs that the question was read as, one chip each to remove it, and the words that stand for nothing known. */
export function Reading({ reading }: { reading: HowRead }) {
  const { filterValues, setFilters } = useListContext();
  if (!saysMore(reading)) return null;
  const { needs, words } = reading;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 3 }}>
      {needs.length > 0 && (
        <Box role="group" aria-label="What was understood" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {needs.map(({ id, title, phrase }) => (
            <RemovableChip
              key={id}
              title={`“${phrase}”`}
              onRemove={() => setFilters({ ...filterValues, q: withoutPhrase(String(filterValues.q), phrase) })}
            >
              {title}
            </RemovableChip>
          ))}
        </Box>
      )}
      {words.length > 0 && <Typography color="textSecondary">{describeWords(words)}</Typography>}
    </Box>
  );
}

/** The reading that came with an answer; react-admin hands on untyped what the provider put there. */
export const readingOf = (meta: { readonly understood: HowRead }): HowRead => meta.understood;
