import Box from '@mui/material/Box';
import type { FieldNote, Verdict } from '../providers/generated/operations.js';

/** Why an event was refused, or what was odd about it: where, the code, what to do. */
export function FieldProblems({ verdict }: { verdict: Pick<Verdict, 'errors' | 'warnings'> }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {verdict.errors.map((problem) => (
        <Line key={`${problem.pointer} ${problem.code}`} problem={problem} tone="bad" kind="Error" />
      ))}
      {verdict.warnings.map((problem) => (
        <Line key={`${problem.pointer} ${problem.code}`} problem={problem} tone="caution" kind="Warning" />
      ))}
    </Box>
  );
}

function Line({ problem, tone, kind }: { problem: FieldNote; tone: 'bad' | 'caution'; kind: string }) {
  return (
    <Box component="li" sx={{ borderLeft: `2px solid var(--${tone})`, pl: 2, fontSize: '0.8125rem' }}>
      <Box component="span" sx={{ color: `var(--${tone})`, fontWeight: 600 }}>
        {kind}
      </Box>{' '}
      <code>{problem.pointer || '/'}</code> {problem.detail}
      {problem.hint && <> – {problem.hint}</>}{' '}
      <Box component="span" sx={{ color: 'var(--muted)' }}>
        ({problem.code})
      </Box>
    </Box>
  );
}
