import { Day } from './Day.js';

/** The origin of a record or fact that a vendor stated and no one has read at its source. */
export const Statement = ({ approvedOn }: { approvedOn: string }) => (
  <>
    vendor statement, approved by a reviewer on <Day at={approvedOn} />
  </>
);
