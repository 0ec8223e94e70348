import type { ReactNode } from 'react';
import { ShowBase, type ShowBaseProps } from 'react-admin';
import { useParams } from 'react-router-dom';
import { RECORD_QUERY } from '../providers/query-client.js';
import type { Identified } from '../providers/records.js';

interface RecordBaseProps<Row extends Identified> {
  /** How the record is read: its scope, and how often where it changes by itself. */
  readonly query?: ShowBaseProps<Row>['queryOptions'];
  readonly children: ReactNode;
}

/** The record that the page's address names, for a page that reads it by useShowContext; another record is another page. */
export function RecordBase<Row extends Identified>({ query, children }: RecordBaseProps<Row>) {
  const { id = '' } = useParams();
  return (
    <ShowBase<Row> key={id} id={id} disableAuthentication queryOptions={{ ...RECORD_QUERY, ...query }}>
      {children}
    </ShowBase>
  );
}
