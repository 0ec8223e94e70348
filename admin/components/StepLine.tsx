import HereIcon from '@mui/icons-material/AdjustOutlined';
import DoneIcon from '@mui/icons-material/CheckCircle';
import ExitIcon from '@mui/icons-material/HighlightOff';
import LaterIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';

const STYLES = {
  done: [DoneIcon, 'var(--good)', 'done'],
  here: [HereIcon, 'var(--accent)', 'now'],
  later: [LaterIcon, 'var(--muted)', 'later'],
  exit: [ExitIcon, 'var(--bad)', 'ended'],
} as const;

/** The place of a step on its record's way. */
export type StepPlace = keyof typeof STYLES;

export interface Step {
  readonly name: string;
  readonly label: string;
  readonly place: StepPlace;
  /** True for the step at which the record is. */
  readonly current: boolean;
}

/** A record's way as a line of steps: what is done, where it stands, what may come; or where it ended. */
export function StepLine({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <Box component="ol" aria-label={label} sx={ROW}>
      {steps.map(({ name, label: text, place, current }, index) => {
        const [Drawn, color, title] = STYLES[place];
        return (
          <Box
            key={name}
            component="li"
            aria-current={current ? 'step' : undefined}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}
          >
            {index > 0 && (
              <Box
                aria-hidden
                sx={{ display: { xs: 'none', sm: 'block' }, width: 20, borderTop: '1px solid var(--border)', mr: 1 }}
              />
            )}
            <Drawn sx={{ fontSize: 18, color }} titleAccess={title} />
            <Box
              component="span"
              sx={{ color: place === 'later' ? 'var(--muted)' : 'text.primary', fontWeight: current ? 600 : 400 }}
            >
              {text}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

const ROW = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  flexWrap: 'wrap',
  columnGap: 2,
  rowGap: 1,
};
