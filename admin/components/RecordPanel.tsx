import type { ReactNode } from 'react';
import { RecordContextProvider, ShowBase, useCreatePath, useListContext, useShowContext } from 'react-admin';
import { problemOf } from '../providers/problem.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import type { Identified } from '../providers/records.js';
import { DetailPanel } from './DetailPanel.js';
import { ProblemNotice } from './ProblemNotice.js';
import { useScope } from './useScope.js';
import { Waiting } from './Waiting.js';

/** The content of a panel for a record; `detail` reads the record by useRecordContext, and serves a page of its own as well. */
export interface PanelContent<Row extends Identified> {
  readonly heading: (row: Row) => ReactNode;
  readonly detail: () => ReactNode;
}

/** One record of the list in context, beside it. */
export function RecordPanel<Row extends Identified>({ id, ...content }: PanelContent<Row> & { readonly id: string }) {
  const meta = useScope();
  return (
    <ShowBase<Row> id={id} disableAuthentication queryOptions={{ ...RECORD_QUERY, meta }}>
      <Panel {...content} id={id} />
    </ShowBase>
  );
}

function Panel<Row extends Identified>({ heading, detail: Detail, id }: PanelContent<Row> & { readonly id: string }) {
  const { record, error, refetch } = useShowContext<Row>();
  const { data, resource } = useListContext<Row>();
  const createPath = useCreatePath();
  // The list's own row is shown at once, until the record is read.
  const shown = record ?? data?.find((row) => row.id === id);
  return (
    <RecordContextProvider value={shown}>
      <DetailPanel title={shown ? heading(shown) : '…'} close={createPath({ resource, type: 'list' })}>
        {error && <ProblemNotice problem={problemOf(error)} retry={() => void refetch()} />}
        {shown ? <Detail /> : !error && <Waiting what="record" />}
      </DetailPanel>
    </RecordContextProvider>
  );
}
