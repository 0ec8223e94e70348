import GoodIcon from '@mui/icons-material/CheckCircleOutlined';
import BadIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import CautionIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

const ICONS = { good: GoodIcon, caution: CautionIcon, bad: BadIcon, info: InfoIcon };
export type Tone = keyof typeof ICONS;

/** A sentence or two that belong to the place where they stand; an urgent one is read out at once. */
export function Notice(props: { tone: Tone; children: ReactNode; action?: ReactNode; urgent?: boolean }) {
  const Icon = ICONS[props.tone];
  return (
    <Box
      role={props.urgent ? 'alert' : undefined}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        gap: 2,
        p: 3,
        border: '1px solid var(--border)',
        borderLeft: `3px solid var(--${props.tone})`,
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Icon sx={{ color: `var(--${props.tone})`, fontSize: 20, mt: '1px' }} aria-hidden />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>{props.children}</Box>
      {props.action && <Box sx={{ ml: 'auto' }}>{props.action}</Box>}
    </Box>
  );
}
