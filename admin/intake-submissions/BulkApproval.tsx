import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useListContext, useNotify, useRefresh } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { KeyCap } from '../components/KeyHelp.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';
import { kindLabel } from './intake.labels.js';

/** Why these can't be approved together; null where they can. */
function whyNot(rows: readonly IntakeSubmissionRow[]): string | null {
  if (new Set(rows.map(({ kind }) => kind)).size > 1) return 'Submissions of different kinds are approved one by one.';
  if (rows.some(({ checksFailed, checksUnknown }) => checksFailed + checksUnknown > 0))
    return 'Where a check did not pass, a submission is approved by itself.';
  if (rows.some(({ own }) => own)) return 'One of them is yours: another reviewer has to decide.';
  if (rows.some(({ state }) => state !== 'draft_prepared' && state !== 'in_review'))
    return 'One of them is not waiting for an approval.';
  return null;
}

/** Approves what is selected, each with an audit entry of its own; the rules of it are those of the service. */
export function BulkApproval() {
  const { data = [], selectedIds, onUnselectItems } = useListContext<IntakeSubmissionRow>();
  const [open, setOpen] = useState(false);
  const dai = useDai();
  const notify = useNotify();
  const refresh = useRefresh();
  const rows = data.filter(({ id }) => selectedIds.includes(id));
  const mutation = useApiMutation(
    () => dai.approveIntakes({ items: rows.map(({ id, revision }) => ({ id, revision })) }),
    ['intake-submissions', 'intake-work'],
  );
  const reason = whyNot(rows);
  const titleOf = (id: string): string => rows.find((row) => row.id === id)?.title ?? id;
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    const left = outcome.answer.filter(({ approved }) => !approved);
    const refusals = left.map(({ id, detail }) => `${titleOf(id)}: ${detail ?? 'refused'}`).join(' ');
    notify(
      `${outcome.answer.length - left.length} approved, ${left.length} not. Undo is not possible. ${refusals}`.trim(),
      left.length ? { type: 'warning', autoHideDuration: null } : {},
    );
    onUnselectItems();
    setOpen(false);
    refresh();
  };
  const [first] = rows;
  return (
    <>
      <Button variant="contained" size="small" data-act="approve-selected" onClick={() => setOpen(true)}>
        Approve {rows.length}…
        <KeyCap name="a" />
      </Button>
      {open && first && (
        <DecisionDialog
          title={`Approve ${rows.length} submissions`}
          consequences={[
            `Each is approved by itself, with an audit entry of its own: ${kindLabel(first.kind).toLowerCase()}.`,
            first.needsSecondApprover
              ? 'Nothing is created yet: a second reviewer agrees to each of them.'
              : 'What their drafts show is created and public at once.',
            'Another reviewer’s decision meanwhile stops its own submission alone.',
          ]}
          actionLabel={`Approve ${rows.length}`}
          busy={mutation.busy}
          problem={mutation.problem}
          lacks={reason}
          onDecide={() => void decide()}
          onClose={close}
        >
          <Box component="ul" aria-label="What is approved" sx={{ mt: 3, mb: 0, pl: 5 }}>
            {rows.map(({ id, title, revision, organizationDomain }) => (
              <li key={id}>
                <bdi>{title}</bdi>, revision {revision} · {organizationDomain}
              </li>
            ))}
          </Box>
        </DecisionDialog>
      )}
    </>
  );
}
