import { useListContext } from 'react-admin';
import { SearchInput } from './SearchInput.js';

interface ListSearchProps {
  readonly label: string;
  readonly placeholder?: string;
  /** The longest text that the service takes. */
  readonly lengthMax?: number;
  readonly widthMax?: number;
}

/** Searches the list by its filter `q`. */
export function ListSearch({ label, placeholder, lengthMax, widthMax = 320 }: ListSearchProps) {
  const { filterValues, setFilters } = useListContext();
  const held: unknown = filterValues.q;
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      lengthMax={lengthMax}
      value={typeof held === 'string' ? held : ''}
      onSearch={(words) => setFilters({ ...filterValues, q: words || undefined })}
      sx={{ flex: '1 1 200px', maxWidth: widthMax }}
    />
  );
}
