import HereIcon from '@mui/icons-material/AdjustOutlined';
import DoneIcon from '@mui/icons-material/CheckCircle';
import ExitIcon from '@mui/icons-material/HighlightOff';
import LaterIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import type { Claim, ClaimState } from '../providers/generated/operations.js';
import { CLAIM_WAY, isExit, labelOfState } from './states.js';

const WAY: readonly ClaimState[] = CLAIM_WAY;

type Place = 'done' | 'here' | 'later' | 'exit';

const STYLES = {
  done: [DoneIcon, 'var(--good)', 'done'],
  here: [HereIcon, 'var(--accent)', 'now'],
  later: [LaterIcon, 'var(--muted)', 'later'],
  exit: [ExitIcon, 'var(--bad)', 'ended'],
} as const;

/** A claim's way as a line of steps: what is done, where it stands, what may come; or where it ended. */
export function ClaimSteps({ state }: { state: Claim['state'] }) {
  const steps = stepsOf(state);
  return (
    <Box
      component="ol"
      aria-label="State of the claim"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 1,
      }}
    >
      {steps.map(([step, place], index) => {
        const [Drawn, color, title] = STYLES[place];
        return (
          <Box
            key={step}
            component="li"
            aria-current={place === 'here' || place === 'exit' ? 'step' : undefined}
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
              sx={{
                color: place === 'later' ? 'var(--muted)' : 'text.primary',
                fontWeight: place === 'here' || place === 'exit' ? 600 : 400,
              }}
            >
              {labelOfState(step)}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** A claim that ended keeps no record of how far it came, so only its beginning and its end are drawn. */
function stepsOf(state: ClaimState): (readonly [ClaimState, Place])[] {
  if (isExit(state))
    return [
      ['requested', 'done'],
      [state, 'exit'],
    ];
  const here = WAY.indexOf(state);
  const last = WAY.length - 1;
  return WAY.map((step, index) => [step, index < here || here === last ? 'done' : index === here ? 'here' : 'later']);
}
