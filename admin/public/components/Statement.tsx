import { Day } from './Day.js';

/** The origin of a record or fact that no one has read at its source. The words are one text, so that a search in the page finds them. */
export const Statement = ({ approvedOn, by = 'vendor' }: { approvedOn: string; by?: string }) => (
  <>
    {`${by} statement, approved by a reviewer on `}
    <Day at={approvedOn} />
  </>
);
