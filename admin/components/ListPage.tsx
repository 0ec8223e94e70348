import { type ReactNode, useState } from 'react';
import { useResourceContext } from 'react-admin';
import type { Identified } from '../providers/records.js';
import { LearnMore } from './LearnMore.js';
import { Page } from './Page.js';
import { RecordList, type RecordListProps } from './RecordList.js';

interface ListPageProps<Row extends Identified> extends Omit<RecordListProps<Row>, 'caption'> {
  readonly title: string;
  /** The second part of the document's title, after the page's own: usually the organization. */
  readonly where?: string;
  readonly above?: ReactNode;
  /** The page's one act, at the right end of its head. */
  readonly action?: ReactNode;
  /** The act that brings records: at the right end of the head, and while the list is empty in the list's place, where it is looked for. */
  readonly create?: ReactNode;
  /** Facts that a user needs to know once, behind "Learn more". */
  readonly about?: ReactNode;
}

/** A page that is one list: its head in a line, and the records of the resource in context. */
export function ListPage<Row extends Identified>(props: ListPageProps<Row>) {
  const { title, where, above, action, create, about, empty, ...list } = props;
  const resource = useResourceContext() ?? '';
  // Not known before the list was answered: an act that moved would take its dialog along.
  const [isEmpty, setEmpty] = useState<boolean | null>(null);
  const inHead = isEmpty === false && create;
  return (
    <Page
      title={title}
      {...(where ? { where } : {})}
      above={above}
      summary={about && <LearnMore page={resource}>{about}</LearnMore>}
      action={
        (action || inHead) && (
          <>
            {action}
            {inHead}
          </>
        )
      }
    >
      <RecordList caption={title} empty={create ? { ...empty, action: create } : empty} onEmpty={setEmpty} {...list} />
    </Page>
  );
}
