import { useSearchParams } from 'react-router-dom';
import { SearchInput } from './SearchInput.js';

interface SearchProps {
  readonly label: string;
  readonly name?: string;
  readonly placeholder?: string;
  /** The longest text that the service takes. */
  readonly lengthMax?: number;
}

/** Words to search for; they stand in the address, so that a search can be sent to a user and survives a reload. */
export function SearchField({ label, name = 'q', placeholder, lengthMax }: SearchProps) {
  const [search, setSearch] = useSearchParams();
  const write = (words: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (words) after.set(name, words);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      lengthMax={lengthMax}
      value={search.get(name) ?? ''}
      onSearch={write}
      sx={{ flex: '1 1 240px', maxWidth: 480 }}
    />
  );
}
