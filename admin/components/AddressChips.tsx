import { useSearchParams } from 'react-router-dom';
import { ChoiceChips } from './ChoiceChips.js';

interface AddressChipsProps {
  readonly label: string;
  /** The name of the choice in the address, so that what is shown can be sent to a user. */
  readonly name: string;
  /** Shown while nothing is chosen: everything, under this label, or the choice with this value. */
  readonly unchosen: { readonly label: string } | { readonly value: string };
  readonly choices: readonly (readonly [value: string, label: string])[];
}

/** Chips that choose the subject of a page by its address. A list has its filters instead (FilterBar). */
export function AddressChips({ label, name, unchosen, choices }: AddressChipsProps) {
  const [search, setSearch] = useSearchParams();
  const choose = (value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return (
    <ChoiceChips
      label={label}
      value={search.get(name) ?? ('value' in unchosen ? unchosen.value : '')}
      every={'label' in unchosen ? unchosen.label : undefined}
      choices={choices}
      onChange={choose}
    />
  );
}
