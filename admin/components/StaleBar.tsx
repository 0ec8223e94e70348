import Button from '@mui/material/Button';
import type { Problem } from '../providers/problem.js';
import { Notice } from './Notice.js';

/** True when what was decided about has changed meanwhile, so that the decision was not taken. */
export const isStale = (problem: Problem | null): boolean =>
  problem?.code === 'STALE_REVISION' || problem?.code === 'STATE_CONFLICT';

/** Says that another user was faster and what the service says about it; reloading keeps what was typed. */
export function StaleBar({ problem, onReload }: { problem: Problem; onReload: () => void }) {
  return (
    <Notice
      tone="caution"
      urgent
      action={
        <Button size="small" variant="contained" onClick={onReload}>
          Reload
        </Button>
      }
    >
      <strong>This has changed while you looked at it.</strong> {problem.detail} Nothing was changed by you; what you
      typed stays when you reload.
    </Notice>
  );
}
