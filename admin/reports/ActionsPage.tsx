import Box from '@mui/material/Box';
import { Empty } from '../components/Empty.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Actions } from '../providers/data.enterprise.js';
import { useOrganization } from '../workspace/organization.js';
import { ActionItem } from './ActionItem.js';
import { ReportAnswer } from './ReportAnswer.js';
import { ReportControls } from './ReportControls.js';
import { UnknownList } from './UnknownList.js';
import { useDone } from './useDone.js';
import { useActions, useReportQuestion } from './useReport.js';

/** The actions that are due for one product, most important first: to do, and to tick. */
export function ActionsPage() {
  const { organization } = useOrganization();
  const question = useReportQuestion();
  const query = useActions(question.product?.productId);
  return (
    <Page
      title="Actions"
      where={organization.name}
      summary="What rules find in the last 30 closed days beside the 30 before. The same data gives the same actions."
    >
      <ReportControls question={question} />
      <ReportAnswer question={question} query={query} answer={query.data} what="actions">
        {(answer) => <Found answer={answer} productId={question.product?.productId ?? ''} />}
      </ReportAnswer>
    </Page>
  );
}

function Found({ answer, productId }: { answer: Actions; productId: string }) {
  const { window, label, asOf, actions, nulls, notices, leftOut } = answer;
  const { done, tick } = useDone(productId);
  // An action that was done before all of the days and is still found in them is due again.
  const isDone = (id: string): boolean => (done[id] ?? '') >= window.from;
  const count = actions.filter(({ id }) => isDone(id)).length;
  const left = leftOut.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 4, color: 'var(--muted)' }}>
        <EvidenceChip label={label} />
        <span>
          {window.from} to {window.to} (UTC), {window.days} days
        </span>
        <span>
          counted up to <TimeAgo at={asOf} />
        </span>
      </Box>
      {notices.length > 0 && (
        <Box sx={{ display: 'grid', gap: 2, mb: 4 }}>
          {notices.map((notice) => (
            <Notice key={notice} tone="info">
              {notice}
            </Notice>
          ))}
        </Box>
      )}
      {actions.length === 0 ? (
        <Box sx={{ mb: 8 }}>
          <Empty>No action is due: no rule finds anything in these days.</Empty>
        </Box>
      ) : (
        <Box sx={{ mb: 8 }}>
          <Box role="status" sx={{ mb: 2 }}>
            {count} of {actions.length} done
          </Box>
          <Box component="ol" aria-label="Actions" sx={LIST}>
            {actions.map((action) => (
              <ActionItem
                key={action.id}
                action={action}
                isDone={isDone(action.id)}
                tickedOn={done[action.id]}
                onTick={(ticked) => tick(action.id, ticked)}
              />
            ))}
          </Box>
          <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
            {left > 0 && `${left} more are left out: the list has room for the most important ones. `}
            Ticks are stored in this browser until you sign out; your colleagues don’t see them.
          </Box>
        </Box>
      )}
      <UnknownList title="What can’t be judged yet" nulls={nulls} />
    </>
  );
}

const LIST = {
  listStyle: 'none',
  m: 0,
  p: 0,
  border: '1px solid var(--border)',
  borderRadius: 1,
  bgcolor: 'background.paper',
};
