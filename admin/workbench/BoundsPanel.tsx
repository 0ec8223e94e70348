import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { ToggleChip } from '../components/ToggleChip.js';
import { humanize } from '../directory/tool.labels.js';
import { ToolChooser } from './ToolChooser.js';
import { BOUND_CHOICES, BOUND_TITLES, BOUNDS, useDraft } from './useDraft.js';

/** The bounds of the plan; every change reads it again. */
export function BoundsPanel() {
  const { draft, toggle } = useDraft();
  return (
    <>
      <ToolChooser
        title={BOUND_TITLES.prefer}
        chosen={draft.bounds.prefer}
        onToggle={(slug) => toggle('prefer', slug)}
      />
      <ToolChooser
        title={BOUND_TITLES.exclude}
        chosen={draft.bounds.exclude}
        onToggle={(slug) => toggle('exclude', slug)}
      />
      {draft.bounds.category.length > 0 && (
        // An agent may have asked within categories; they can be taken out here, the directory is where they are chosen.
        <Choices
          title={BOUND_TITLES.category}
          values={draft.bounds.category}
          chosen={draft.bounds.category}
          onToggle={(value) => toggle('category', value)}
        />
      )}
      {BOUNDS.filter((bound) => bound in BOUND_CHOICES).map((bound) => (
        <Choices
          key={bound}
          title={BOUND_TITLES[bound]}
          values={BOUND_CHOICES[bound] ?? []}
          chosen={draft.bounds[bound]}
          onToggle={(value) => toggle(bound, value)}
        />
      ))}
    </>
  );
}

function Choices(props: {
  title: string;
  values: readonly string[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}) {
  const titleId = useId();
  return (
    <div>
      <Typography variant="h3" component="h2" id={titleId} sx={{ mb: 2 }}>
        {props.title}
      </Typography>
      <Box role="group" aria-labelledby={titleId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {props.values.map((value) => (
          <ToggleChip
            key={value}
            label={humanize(value)}
            pressed={props.chosen.includes(value)}
            onPress={() => props.onToggle(value)}
          />
        ))}
      </Box>
    </div>
  );
}
