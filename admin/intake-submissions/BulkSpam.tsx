import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useListContext, useNotify, useRefresh } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { Spelled } from '../components/Spelled.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';

/** Ends what is selected as spam, one after another: of one that was confirmed or decided meanwhile it is said that it stayed. */
export function BulkSpam({ rows }: { rows: readonly IntakeSubmissionRow[] }) {
  const { onUnselectItems } = useListContext<IntakeSubmissionRow>();
  const [open, setOpen] = useState(false);
  const dai = useDai();
  const notify = useNotify();
  const refresh = useRefresh();
  const mutation = useApiMutation(async () => {
    const left: string[] = [];
    for (const { id, revision, title } of rows) {
      try {
        await dai.markIntakeSpam({ id, revision });
      } catch (error) {
        const problem = problemOf(error);
        if (problem.code !== 'STATE_CONFLICT' && problem.code !== 'STALE_REVISION') throw error;
        left.push(`${title}: ${problem.detail}`);
      }
    }
    return left;
  }, ['intake-submissions', 'intake-work']);
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    const { answer: left } = outcome;
    notify(
      `${rows.length - left.length} ended as spam, ${left.length} not. Undo is not possible. ${left.join(' ')}`.trim(),
      left.length ? { type: 'warning', autoHideDuration: null } : {},
    );
    onUnselectItems();
    setOpen(false);
    refresh();
  };
  return (
    <>
      <Button variant="contained" color="error" size="small" onClick={() => setOpen(true)}>
        End {rows.length} as spam…
      </Button>
      {open && (
        <DecisionDialog
          title={`End ${rows.length} ${rows.length === 1 ? 'submission' : 'submissions'} as spam`}
          consequences={[
            'Each ends by itself, with an audit entry of its own. Nothing of it is created.',
            'No letter is sent: their addresses were never confirmed.',
            'One whose contact confirms meanwhile stays.',
          ]}
          actionLabel="End as spam"
          grave
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void decide()}
          onClose={() => {
            mutation.reset();
            setOpen(false);
          }}
        >
          <Box component="ul" aria-label="What ends" sx={{ mt: 3, mb: 0, pl: 5, overflowWrap: 'anywhere' }}>
            {rows.map(({ id, title, organizationDomain }) => (
              <li key={id}>
                <bdi>{title}</bdi> · <Spelled text={organizationDomain} />
              </li>
            ))}
          </Box>
        </DecisionDialog>
      )}
    </>
  );
}
