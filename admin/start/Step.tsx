import DoneIcon from '@mui/icons-material/CheckCircle';
import OpenIcon from '@mui/icons-material/ExpandMore';
import TodoIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';

interface StepProps {
  readonly number: number;
  readonly title: string;
  /** True when the service's own facts say so, never because of a click. */
  readonly done: boolean;
  /** The first step that something is to be done about is open; the others can be opened. */
  readonly current: boolean;
  /** It will be done by what a later step does. */
  readonly waiting?: boolean;
  /** True where its answer is read once it is done: it doesn't fold then. */
  readonly stays?: boolean;
  readonly fact: ReactNode;
  readonly children: ReactNode;
}

/** One step: ticked by facts, with what they are, and what to do while it isn't. */
export function Step({ number, title, done, current, waiting = false, stays = false, fact, children }: StepProps) {
  const id = useId();
  const [toggled, setToggled] = useState<boolean | null>(null);
  const [wasCurrent, setWasCurrent] = useState(current);
  if (wasCurrent !== current) {
    // The next step opens by itself, and a done one folds, whatever was opened before.
    setWasCurrent(current);
    setToggled(stays && wasCurrent ? (toggled ?? true) : null);
  }
  const open = toggled ?? current;
  const Mark = done ? DoneIcon : TodoIcon;
  return (
    <Box
      component="li"
      sx={{
        border: '1px solid',
        borderColor: current ? 'var(--accent)' : 'var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setToggled(!open)}
        sx={{ width: '100%', p: 4, gap: 3, textAlign: 'left', alignItems: 'flex-start', borderRadius: 1 }}
      >
        <Mark
          sx={{ color: done ? 'var(--good)' : 'var(--muted)', fontSize: 22 }}
          titleAccess={done ? 'Done' : waiting ? 'Waiting' : current ? 'Next' : 'Later'}
        />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2">
            {number}. {title}
          </Typography>
          <Typography component="div" color="textSecondary">
            {fact}
          </Typography>
        </Box>
        <OpenIcon aria-hidden sx={{ color: 'var(--muted)', transform: open ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Box id={id} hidden={!open} sx={{ px: 4, pb: 4, pl: { xs: 4, sm: 12 } }}>
        {open && children}
      </Box>
    </Box>
  );
}
