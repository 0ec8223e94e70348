import type { HeldMeasure } from '../providers/generated/operations.js';

const counted = (value: number): string => value.toLocaleString('en');

/** How far a figure moved from the one that stands; empty where none does. */
export function factorOf({ value, standingValue }: Pick<HeldMeasure, 'value' | 'standingValue'>): string {
  if (standingValue === null) return '';
  if (value === 0) return 'to zero';
  if (standingValue === 0) return 'from zero';
  const [factor, sign] = value > standingValue ? [value / standingValue, '×'] : [standingValue / value, '÷'];
  return `${sign} ${factor.toLocaleString('en', { maximumFractionDigits: factor < 100 ? 1 : 0 })}`;
}

/** The two figures in a sentence. */
export const moveOf = ({ value, standingValue, standingDay }: HeldMeasure): string =>
  standingValue === null || standingDay === null
    ? `${counted(value)}, and no figure stands beside it`
    : `${counted(value)} after ${counted(standingValue)} on ${standingDay}`;

/** The name of a kind for people. */
export const kindLabel = (kind: string): string => kind.replaceAll('_', ' ');
