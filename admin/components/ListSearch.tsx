import { useListContext } from 'react-admin';
import { SearchInput } from './SearchInput.js';

/** Searches the list by its filter `q`. */
export function ListSearch({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext();
  const held: unknown = filterValues.q;
  return (
    <SearchInput
      label={label}
      value={typeof held === 'string' ? held : ''}
      onSearch={(words) => setFilters({ ...filterValues, q: words || undefined })}
      sx={{ flex: '1 1 200px', maxWidth: 320 }}
    />
  );
}
