import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { ToggleChip } from '../components/ToggleChip.js';
import type { FacetCounts } from '../providers/generated/operations.js';
import type { Facet } from './facets.js';
import { humanize } from './tool.labels.js';

/** So many values are looked over at once; the others are one press away. */
const SHOWN_AT_FIRST = 8;

interface FacetProps {
  readonly title: string;
  readonly chosen: readonly string[];
  readonly counts: FacetCounts[Facet];
  readonly onToggle: (value: string) => void;
}

/** The values of one facet with how many tools each would show; several of them are alternatives. */
export function FacetChips({ title, chosen, counts, onToggle }: FacetProps) {
  const titleId = useId();
  const [all, setAll] = useState(false);
  const missing = chosen.filter((value) => !counts.some((one) => one.value === value));
  const values = [...counts, ...missing.map((value) => ({ value, count: 0 }))];
  const shown = values.filter(({ value }, index) => all || index < SHOWN_AT_FIRST || chosen.includes(value));
  if (values.length === 0) return null;
  return (
    <div>
      <Typography variant="h3" component="h2" id={titleId} sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Box role="group" aria-labelledby={titleId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {shown.map(({ value, count }) => (
          <ToggleChip
            key={value}
            label={humanize(value)}
            count={count}
            pressed={chosen.includes(value)}
            onPress={() => onToggle(value)}
          />
        ))}
        {values.length > SHOWN_AT_FIRST && (
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)} sx={{ color: 'var(--muted)' }}>
            {all ? 'Fewer' : `${values.length - shown.length} more`}
          </Button>
        )}
      </Box>
    </div>
  );
}
