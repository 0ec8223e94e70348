import Box from '@mui/material/Box';

interface MeterProps {
  readonly name: string;
  /** From 0; what is beyond 100 fills the bar, and the text says how much. */
  readonly percent: number;
  readonly text?: string;
  readonly tone?: 'accent' | 'caution' | 'bad';
}

/** A share as a bar, with its value as text for those who don't see it. */
export function Meter({ name, percent, text, tone = 'accent' }: MeterProps) {
  const shown = Math.min(Math.max(percent, 0), 100);
  return (
    <Box
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      aria-valuetext={text ?? `${percent.toLocaleString('en-US', { maximumFractionDigits: 6 })} %`}
      sx={{ height: 8, mt: 2, border: '1px solid var(--muted)', borderRadius: 1, overflow: 'hidden' }}
    >
      <Box sx={{ height: '100%', width: `${shown}%`, bgcolor: `var(--${tone})` }} />
    </Box>
  );
}
