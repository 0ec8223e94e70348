import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { QUEUE } from '../workspace/sections.js';

/** The decision taken on the page before. */
export interface Decided {
  readonly id: string;
  readonly title: string;
  readonly revision: number;
  /** The act in the past: "Approved". */
  readonly done: string;
}

/** The quiet line after a decision. */
export function DecidedLine({ decided }: { decided: Decided | undefined }) {
  return (
    <Box role="status" sx={{ color: 'var(--muted)', mb: decided ? 4 : 0, overflowWrap: 'anywhere' }}>
      {decided && (
        <>
          {decided.done} revision {decided.revision} of <bdi>{decided.title}</bdi> · undo is not possible ·{' '}
          <Link to={`${QUEUE}/${decided.id}`}>open</Link>
        </>
      )}
    </Box>
  );
}
