import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { BottomBar } from '../components/BottomBar.js';
import { KeyCap } from '../components/KeyHelp.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { actsFor, type IntakeAct } from './intake.acts.js';
import { stateLabel } from './intake.labels.js';

interface BarProps {
  readonly item: IntakeSubmissionItem;
  /** It has changed since: nothing is decided about what is on the page. */
  readonly stale: boolean;
  readonly onAct: (act: IntakeAct) => void;
}

/** The possible decisions, in sight while the reviewer reads; where none is possible, the reason. */
export function DecisionBar({ item, stale, onAct }: BarProps) {
  const own = useSession()?.person.id;
  const acts = actsFor(item);
  const other = item.assignee !== null && item.assignee !== own ? (item.assigneeName ?? item.assignee) : null;
  // A phone has room for what is not expected alone.
  const isSaidOnPhone = other !== null || item.needsSecondApprover;
  return (
    <BottomBar label="Decision" tone={acts.length && !other ? 'info' : 'caution'} above={6}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {acts.length ? (
          <>
            <strong>{headOf(item)}</strong>{' '}
            <Box component="span" sx={{ display: { xs: isSaidOnPhone ? 'inline' : 'none', sm: 'inline' } }}>
              {other ? `${other} has it.` : describeNext(item)}
            </Box>
          </>
        ) : (
          whyNot(item)
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {acts.toReversed().map((act) => (
          <Button
            key={act.name}
            variant={act === acts[0] ? 'contained' : 'outlined'}
            color={act.name === 'reject' || act.name === 'mark_spam' ? 'error' : 'primary'}
            disabled={stale}
            sx={{ flex: { xs: '1 1 auto', sm: 'none' }, px: { xs: 2, sm: 4 } }}
            onClick={() => onAct(act)}
          >
            {act.label(item)}…
            <KeyCap name={act.key} />
          </Button>
        ))}
      </Box>
    </BottomBar>
  );
}

function headOf({ state, revision, contactVerified }: IntakeSubmissionItem): string {
  if (!contactVerified) return 'The contact has not confirmed the address yet.';
  return `Revision ${revision} ${state === 'approved' ? 'is approved once.' : 'waits for a decision.'}`;
}

function describeNext({ state, needsSecondApprover, contactVerified }: IntakeSubmissionItem): string {
  if (!contactVerified) return 'Nothing is decided before, but what is plainly spam can end now.';
  if (state === 'approved') return 'You are the second approver: this creates what stands above.';
  return needsSecondApprover
    ? 'Two reviewers have to agree: your approval creates nothing yet.'
    : 'Approval creates what stands above.';
}

function whyNot(item: IntakeSubmissionItem): string {
  if (item.barredBecause) return item.barredBecause;
  if (!item.contactVerified) return 'The contact has not confirmed the address yet: nothing can be decided before.';
  if (item.state === 'changes_requested') return 'Changes were requested: the submitter sends it again.';
  if (item.state === 'needs_evidence') return 'Evidence is missing: the submitter adds it and sends it again.';
  return `This is ${stateLabel(item.state)}: nothing is left to decide.`;
}
