import type { ReactNode } from 'react';
import { EditBase, useEditContext } from 'react-admin';
import { useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import type { Identified } from '../providers/records.js';

interface CatalogEditProps<Row extends Identified> {
  /** In the middle of a sentence. */
  readonly what: string;
  readonly list: { readonly to: string; readonly label: string };
  readonly title: (row: Row) => string;
  readonly standing: (row: Row) => ReactNode;
  readonly action?: (row: Row, reload: () => void) => ReactNode;
  /** The form that corrects it. */
  readonly form: (row: Row, reload: () => void) => ReactNode;
  /** Sent along with the request for the record. */
  readonly meta?: Record<string, unknown>;
}

/** One record of the catalog, tool or offer: what it says, from where, and the way to correct it. */
export function CatalogEditPage<Row extends Identified>({ meta, ...page }: CatalogEditProps<Row>) {
  const { id = '' } = useParams();
  return (
    <EditBase<Row>
      key={id}
      id={id}
      mutationMode="pessimistic"
      disableAuthentication
      redirect={false}
      queryOptions={{ ...RECORD_QUERY, ...(meta ? { meta } : {}) }}
    >
      <EditPage {...page} slug={id} />
    </EditBase>
  );
}

function EditPage<Row extends Identified>(props: Omit<CatalogEditProps<Row>, 'meta'> & { readonly slug: string }) {
  const { what, list, title, standing, action, form, slug } = props;
  const { record, error, refetch } = useEditContext<Row>();
  const reload = () => void refetch();
  return (
    <Page
      title={record ? title(record) : slug}
      where="Review"
      above={
        <BackTo to={list.to} steps>
          {list.label}
        </BackTo>
      }
      summary={record && standing(record)}
      action={record && action?.(record, reload)}
    >
      <QueryState query={{ data: record, error, refetch }} what={what} rows={10}>
        {(shown) => form(shown, reload)}
      </QueryState>
    </Page>
  );
}
