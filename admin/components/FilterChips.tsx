import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router-dom';
import { ToggleChip } from './ToggleChip.js';

interface FilterProps {
  readonly label: string;
  /** The name of the filter in the address, so that a filtered list can be sent to a user. */
  readonly name: string;
  /** What is shown while nothing is chosen: everything, under this word, or the choice that is named here. */
  readonly unchosen: { readonly label: string } | { readonly value: string };
  readonly choices: readonly (readonly [value: string, label: string])[];
}

/** One of several, as buttons beside each other; what is chosen stands in the address. */
export function FilterChips({ label, name, unchosen, choices }: FilterProps) {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get(name) ?? ('value' in unchosen ? unchosen.value : null);
  const choose = (value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {'label' in unchosen && (
        <ToggleChip label={unchosen.label} pressed={chosen === null} onPress={() => choose(null)} />
      )}
      {choices.map(([value, label]) => (
        <ToggleChip key={value} label={label} pressed={chosen === value} onPress={() => choose(value)} />
      ))}
    </Box>
  );
}
