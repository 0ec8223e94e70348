import { type SortPayload, useListContext } from 'react-admin';
import { dayBefore, familyOf, instantsOf } from '../providers/data.adoption.js';
import type { AdoptionPage, AdoptionView } from '../providers/generated/operations.js';
import { sortOf } from '../providers/records.js';
import { SavedViews } from './SavedViews.js';

/** The filters of the list that a view sets. */
const filtersOf = ({ days, from, to, productId, family, q }: AdoptionView['parameters']) => ({
  ...(days ? instantsOf({ from: dayBefore(days - 1), to: dayBefore(0) }) : {}),
  ...(from && to ? instantsOf({ from, to }) : {}),
  ...(productId ? { product: productId } : {}),
  ...(family ? { family } : {}),
  ...(q ? { q } : {}),
});

const orderOf = (sort: string): SortPayload => ({
  field: sort.replace('-', ''),
  order: sort.startsWith('-') ? 'DESC' : 'ASC',
});

/** The saved views of the list in context: window, filters, search and order. */
export function SavedLists({ page, sort: standard }: { page: AdoptionPage; sort: SortPayload }) {
  const { filterValues, sort, setFilters, setSort } = useListContext();
  const { since, until, product, family, q } = filterValues;
  const window = since && until ? { from: since.slice(0, 10), to: until.slice(0, 10) } : {};
  return (
    <SavedViews
      page={page}
      parameters={{ ...window, productId: product, family: familyOf(family), sort: sortOf(sort), q }}
      onOpen={(parameters) => {
        setFilters(filtersOf(parameters));
        setSort(parameters.sort ? orderOf(parameters.sort) : standard);
      }}
    />
  );
}
