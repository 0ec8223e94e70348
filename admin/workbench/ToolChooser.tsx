import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import { keepForm } from '../components/enter.js';
import { RemovableChip } from '../components/RemovableChip.js';
import type { FoundTool, Tool } from '../providers/generated/operations.js';

const CHOICES_SHOWN = 7;

interface ChooserProps {
  readonly title: string;
  readonly chosen: readonly string[];
  readonly onToggle: (slug: string) => void;
}

/** Finds tools of the directory by their names and keeps a list of them. */
export function ToolChooser({ title, chosen, onToggle }: ChooserProps) {
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const found = useGetList<FoundTool>(
    'directory',
    { filter: { q: typed.trim() }, pagination: { page: 1, perPage: CHOICES_SHOWN } },
    { enabled: typed.trim() !== '' },
  );
  const options = typed.trim() === '' ? [] : (found.data ?? []).filter(({ slug }) => !chosen.includes(slug));
  return (
    <Box role="group" aria-labelledby={titleId}>
      <Typography variant="h3" component="h2" id={titleId} sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Autocomplete
        options={options}
        value={null}
        inputValue={typed}
        onInputChange={(_event, text) => setTyped(text)}
        onChange={(_event, tool) => {
          if (tool) onToggle(tool.slug);
          setTyped('');
        }}
        // The directory has searched already, typing errors and all.
        filterOptions={(all) => all}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ slug }) => slug}
        loading={found.isFetching}
        loadingText="Searching…"
        noOptionsText={typed.trim() === '' ? 'Type the name of a tool' : 'No tool has this name'}
        blurOnSelect={false}
        onKeyDown={keepForm}
        forcePopupIcon={false}
        slotProps={{ popper: { disablePortal: true }, paper: { sx: { border: '1px solid var(--border)' } } }}
        renderInput={(params) => (
          <TextField
            {...params}
            margin="none"
            placeholder="Name of a tool"
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': title, maxLength: 200 },
            }}
          />
        )}
      />
      {chosen.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {chosen.map((slug) => (
            <li key={slug}>
              <Chosen slug={slug} onRemove={() => onToggle(slug)} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

function Chosen({ slug, onRemove }: { slug: string; onRemove: () => void }) {
  const tool = useGetOne<Tool>('directory', { id: slug }, { retry: false });
  return <RemovableChip onRemove={onRemove}>{tool.data?.name ?? slug}</RemovableChip>;
}
