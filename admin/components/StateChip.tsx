import Box from '@mui/material/Box';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { type Kind, lookOf, type StateIn } from './states.js';
import { useNow } from './useNow.js';

export type Icon = ComponentType<SvgIconProps>;
export type StateTone = 'good' | 'caution' | 'bad' | 'info' | 'neutral';

/** A state: an icon and a word, coloured; the colour alone never says anything. */
export function StateChip(props: { icon: Icon; label: string; tone: StateTone; title?: string }) {
  const Drawn = props.icon;
  return (
    <Box
      component="span"
      title={props.title}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        height: 24,
        px: 2,
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        color: `var(--${props.tone})`,
        fontSize: '0.8125rem',
        fontWeight: 500,
        whiteSpace: 'nowrap',
      }}
    >
      <Drawn sx={{ fontSize: 15 }} aria-hidden />
      {props.label}
    </Box>
  );
}

/** The chip of a state of the one table (states.ts). */
export function State<Of extends Kind>({ of, is }: { readonly of: Of; readonly is: StateIn<Of> }) {
  const [icon, tone, label, meaning] = lookOf(of, is);
  return <StateChip icon={icon} label={label} tone={tone} {...(meaning ? { title: meaning } : {})} />;
}

/** The chip of a state that depends on the time: it changes while a person looks. */
export function StateNow<Of extends Kind>({ of, at }: { readonly of: Of; readonly at: (now: number) => StateIn<Of> }) {
  return <State of={of} is={at(useNow())} />;
}
