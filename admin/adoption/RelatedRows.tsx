import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { useScope } from '../components/useScope.js';
import type { FilterValues, Identified } from '../providers/records.js';

const SHOWN = 25;

interface RelatedProps<Row extends Identified> {
  readonly resource: 'adoption-accounts' | 'adoption-developers';
  readonly title: string;
  readonly filter: FilterValues;
  readonly columns: readonly Column<Row>[];
  readonly aside?: ReactNode;
  /** Shown instead of an empty table. */
  readonly none: string;
}

/** The records of the other kind that a developer or account was seen with, the busiest first. */
export function RelatedRows<Row extends Identified>(props: RelatedProps<Row>) {
  const { resource, title, filter, columns, aside, none } = props;
  const query = useGetList<Row>(resource, {
    filter,
    sort: { field: 'events', order: 'DESC' },
    pagination: { page: 1, perPage: SHOWN },
    meta: useScope(),
  });
  return (
    <Section title={title} aside={aside}>
      <QueryState query={query} what={title.toLowerCase()} rows={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{none}</p>
          ) : (
            <Rows caption={title} rows={rows} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </QueryState>
    </Section>
  );
}
