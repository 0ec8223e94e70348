import type { ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import type { Identified } from '../providers/records.js';
import { LearnMore } from './LearnMore.js';
import { Page } from './Page.js';
import { RecordList, type RecordListProps } from './RecordList.js';

interface ListPageProps<Row extends Identified> extends Omit<RecordListProps<Row>, 'caption'> {
  readonly title: string;
  /** What the document's title says after the page's own: usually the organization. */
  readonly where?: string;
  readonly above?: ReactNode;
  /** The page's one act, at the right end of its head. */
  readonly action?: ReactNode;
  /** What a user needs to know once, behind "Learn more". */
  readonly about?: ReactNode;
}

/** A page that is one list: its head in a line, and the records of the resource in context. */
export function ListPage<Row extends Identified>(props: ListPageProps<Row>) {
  const { title, where, above, action, about, ...list } = props;
  const resource = useResourceContext() ?? '';
  return (
    <Page
      title={title}
      {...(where ? { where } : {})}
      above={above}
      summary={about && <LearnMore page={resource}>{about}</LearnMore>}
      action={action}
    >
      <RecordList caption={title} {...list} />
    </Page>
  );
}
