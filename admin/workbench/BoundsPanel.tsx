import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { ToggleChip } from '../components/ToggleChip.js';
import { humanize } from '../directory/tool.labels.js';
import { ToolChooser } from './ToolChooser.js';
import { type Bound, useDraft } from './useDraft.js';

/** The closed lists of the directory (decisions §3); unknown is no constraint to choose. */
const CHOICES: readonly (readonly [Bound, string, readonly string[]])[] = [
  ['pricing', 'Pricing', ['open_source', 'free', 'freemium', 'usage', 'subscription', 'enterprise']],
  ['interface', 'Interface', ['sdk', 'rest', 'graphql', 'cli', 'mcp']],
  ['maturity', 'Maturity', ['stable', 'beta', 'experimental']],
  ['proof', 'Evidence', ['public_source', 'offer', 'docs_mcp', 'activation', 'retained']],
];

/** What bounds the plan; every change reads it again. */
export function BoundsPanel() {
  const { draft, toggle } = useDraft();
  return (
    <>
      <ToolChooser title="Take these tools" chosen={draft.bounds.prefer} onToggle={(slug) => toggle('prefer', slug)} />
      <ToolChooser title="Leave these out" chosen={draft.bounds.exclude} onToggle={(slug) => toggle('exclude', slug)} />
      {draft.bounds.category.length > 0 && (
        // An agent may have asked within categories; they can be taken out here, the directory is where they are chosen.
        <Choices
          title="Category"
          values={draft.bounds.category}
          chosen={draft.bounds.category}
          onToggle={(value) => toggle('category', value)}
        />
      )}
      {CHOICES.map(([bound, title, values]) => (
        <Choices
          key={bound}
          title={title}
          values={values}
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
