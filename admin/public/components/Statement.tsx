import { Day } from './Day.js';

/** Where a record or fact comes from that was stated and that no one has read at its source. The words are one text, to be found as one. */
export const Statement = ({ approvedOn, by = 'vendor' }: { approvedOn: string; by?: string }) => (
  <>
    {`${by} statement, approved by a reviewer on `}
    <Day at={approvedOn} />
  </>
);
