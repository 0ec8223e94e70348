import { Day } from './Day.js';

/** Where a record or fact comes from that a vendor stated and no one has read at its source. */
export const Statement = ({ approvedOn, by = 'vendor' }: { approvedOn: string; by?: string }) => (
  <>
    {`${by} statement`}, approved by a reviewer on <Day at={approvedOn} />
  </>
);
