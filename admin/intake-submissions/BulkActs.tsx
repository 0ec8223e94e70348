import { useListContext } from 'react-admin';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';
import { BulkApproval } from './BulkApproval.js';
import { BulkSpam } from './BulkSpam.js';

/** The act on what is selected: before the contacts have confirmed their addresses nothing can be approved, and spam can end. */
export function BulkActs() {
  const { data = [], selectedIds } = useListContext<IntakeSubmissionRow>();
  const rows = data.filter(({ id }) => selectedIds.includes(id));
  const unconfirmed = rows.length > 0 && rows.every(({ contactVerified }) => !contactVerified);
  return unconfirmed ? <BulkSpam rows={rows} /> : <BulkApproval />;
}
