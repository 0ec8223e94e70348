import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useGetList } from 'react-admin';
import { RemovableChip } from '../components/RemovableChip.js';
import type { ListCapabilitiesAnswer } from '../providers/generated/operations.js';
import { withNeed, withoutPhrase } from './intent.marks.js';
import type { PlanContent } from './useBrief.js';

type Capability = ListCapabilitiesAnswer['capabilities']['capabilities'][number];

interface NeedsProps {
  readonly intent: string;
  readonly needs: PlanContent['capabilities'];
  /** Plans for another intent. */
  readonly onPlan: (intent: string) => void;
}

/** The words that were read as needs, one chip each: a wrong one is removed, a missing one added; the sentence follows. */
export function NeedChips({ intent, needs, onPlan }: NeedsProps) {
  const { data: capabilities = [] } = useGetList<Capability>(
    'capabilities',
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <Box
      role="group"
      aria-label="Needs"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 3 }}
    >
      {needs.map(({ id, title, phrase }) => (
        <RemovableChip key={id} title={`“${phrase}”`} onRemove={() => onPlan(withoutPhrase(intent, phrase))}>
          {title}
        </RemovableChip>
      ))}
      <Autocomplete
        // Another intent begins with an empty field.
        key={intent}
        options={capabilities.filter(({ id }) => !needs.some((need) => need.id === id))}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        onChange={(_event, need) => need && onPlan(withNeed(intent, need.title))}
        forcePopupIcon={false}
        slotProps={{ popper: { disablePortal: true }, paper: { sx: { border: '1px solid var(--border)' } } }}
        renderInput={(params) => (
          <TextField
            {...params}
            margin="none"
            placeholder="Add a need"
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': 'Add a need' },
            }}
          />
        )}
        sx={{ flex: '0 1 220px', minWidth: 160 }}
      />
    </Box>
  );
}
