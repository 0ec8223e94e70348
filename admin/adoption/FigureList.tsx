import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import {
  AccountFigure,
  type AdoptionFigures,
  DeveloperFigure,
  type UnknownShare,
} from '../providers/generated/operations.js';
import { type Behind, CountLink, type ListOfFigure } from './figure.people.js';
import { RefusedLink } from './RefusedLink.js';

type Share = 'activationShare' | 'returnShare' | 'refusedShare';
type Count = 'developers' | 'newDevelopers' | 'activated' | 'accounts' | 'events';
export type FigureName = Share | Count;

/** The eight figures of a window, the most telling first. */
export const ALL_FIGURES: readonly FigureName[] = [
  'developers',
  'newDevelopers',
  'activationShare',
  'returnShare',
  'activated',
  'accounts',
  'events',
  'refusedShare',
];

interface Figure {
  readonly label: string;
  /** Read by a pointer that rests on the label. */
  readonly meaning: string;
  /** The parts of the number, shown under it. */
  readonly detail?: (totals: AdoptionFigures) => ReactNode;
  /** The list of those whom the number counts. */
  readonly people?: { readonly of: ListOfFigure } & Behind;
}

const PART = 'figures';
const people = (figure: DeveloperFigure, count: number): ReactNode => (
  <CountLink of="developers" part={PART} figure={figure} count={count} />
);

const counted = (value: number): string => value.toLocaleString('en');
const shareText = (value: number): string => `${(value * 100).toFixed(1)} %`;

const SHARES: Readonly<Record<Share, Figure>> = {
  activationShare: {
    label: 'Activation share',
    meaning: 'New developers who activated by the end of the window',
    people: { of: 'developers', figure: DeveloperFigure.newActivated },
    detail: ({ newActivated, newDevelopers }) => (
      <>
        {people(DeveloperFigure.newActivated, newActivated)} of {people(DeveloperFigure.newDevelopers, newDevelopers)}{' '}
        new developers; {people(DeveloperFigure.newNotActivated, newDevelopers - newActivated)} not yet
      </>
    ),
  },
  returnShare: {
    label: 'Came back',
    meaning: 'Of the developers who activated 14 days earlier, those back from 7 to 14 days later',
    people: { of: 'developers', figure: DeveloperFigure.returned },
    detail: ({ returned, matured }) => (
      <>
        {people(DeveloperFigure.returned, returned)} of {people(DeveloperFigure.matured, matured)} activated 14 days
        earlier; {people(DeveloperFigure.notReturned, matured - returned)} did not
      </>
    ),
  },
  refusedShare: {
    label: 'Refused share',
    meaning: 'Refused, of all events that were sent',
    detail: ({ refused, events }) =>
      refused === null ? null : (
        <>
          <RefusedLink count={refused} /> of {counted(refused + events)} sent
        </>
      ),
  },
};

const COUNTS: Readonly<Record<Count, Figure>> = {
  developers: { label: 'Active developers', meaning: 'Developers with an event', people: { of: 'developers' } },
  newDevelopers: {
    label: 'New developers',
    meaning: 'Developers whose first event ever was in the window',
    people: { of: 'developers', figure: DeveloperFigure.newDevelopers },
  },
  activated: {
    label: 'Activated',
    meaning: 'Developers whose first activation was in the window',
    people: { of: 'developers', figure: DeveloperFigure.activated },
    detail: ({ retained }) => <>{people(DeveloperFigure.retained, retained)} of them came back so far</>,
  },
  accounts: {
    label: 'Active accounts',
    meaning: 'Customer domains with an event',
    people: { of: 'accounts' },
    detail: ({ accountsActivated }) => (
      <>
        <CountLink of="accounts" part={PART} figure={AccountFigure.accountsActivated} count={accountsActivated} /> newly
        active
      </>
    ),
  },
  events: {
    label: 'Events',
    meaning: 'Events that count',
    people: { of: 'events' },
    detail: ({ events, eventsWithAccount }) =>
      events > eventsWithAccount && (
        <>
          <CountLink of="developers" part={PART} withoutAccount count={events - eventsWithAccount} /> for no account
        </>
      ),
  },
};

const isShare = (name: FigureName): name is Share => Object.hasOwn(SHARES, name);
const figureOf = (name: FigureName): Figure => (isShare(name) ? SHARES[name] : COUNTS[name]);
const textOf = (name: FigureName, value: number): string => (isShare(name) ? shareText(value) : counted(value));

interface FigureListProps {
  readonly names: readonly FigureName[];
  readonly totals: AdoptionFigures;
  /** Null where nothing was sent in the window before. */
  readonly previous: AdoptionFigures | null;
  /** The shares that are null, and why. */
  readonly nulls: readonly UnknownShare[];
  readonly days: number;
  /** True where the window's last day isn't over: its counts still grow, so they are no change against whole days. */
  readonly isOpen: boolean;
  /** How narrow a figure may become, in pixels. */
  readonly least?: number;
}

/** True where a window's last day had not ended when its figures were read. */
export const endsOpen = (window: { readonly to: string }, asOf: string): boolean => window.to >= asOf.slice(0, 10);

/** Figures of a window, each beside that of the window of equal length before; a share that can't be known says why. */
export function FigureList({ names, totals, previous, nulls, days, isOpen, least = 200 }: FigureListProps) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: { xs: 2, sm: 3 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: `repeat(auto-fill, minmax(${least}px, 1fr))` },
      }}
    >
      {names.map((name) => {
        const { label, meaning, detail, people: behind } = figureOf(name);
        const [now, before] = [totals[name], previous?.[name] ?? null];
        const reason = nulls.find(({ pointer }) => pointer === `/totals/${name}`)?.reason;
        const below = now === null ? reason : detail?.(totals);
        return (
          <Box
            key={name}
            sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 3 }}
          >
            <Box component="dt" sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }} title={meaning}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, fontSize: '1.5rem', fontVariantNumeric: 'tabular-nums' }}>
              {now === null ? (
                'unknown'
              ) : behind ? (
                <CountLink part={PART} count={now} {...behind}>
                  {textOf(name, now)}
                </CountLink>
              ) : (
                textOf(name, now)
              )}
            </Box>
            {below && (
              <Box component="dd" sx={{ m: 0, fontSize: '0.8125rem' }}>
                {below}
              </Box>
            )}
            {now !== null && (
              <Box component="dd" sx={{ m: 0, color: 'var(--muted)', fontSize: '0.8125rem' }}>
                <Change name={name} now={now} before={before} days={days} isOpen={isOpen} />
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

interface ChangeProps extends Pick<FigureListProps, 'days' | 'isOpen'> {
  readonly name: FigureName;
  readonly now: number;
  readonly before: number | null;
}

/** The change against the days before: in points for a share, in numbers otherwise. Counts of a day that isn't over stand beside them. */
function Change({ name, now, before, days, isOpen }: ChangeProps) {
  if (before === null) return `unknown in the ${days} days before`;
  if (isOpen && !isShare(name)) return `so far; ${counted(before)} in the ${days} days before`;
  if (now === before) return `the same as in the ${days} days before`;
  const Icon = now > before ? UpIcon : DownIcon;
  const by = Math.abs(now - before);
  return (
    <Box
      component="span"
      title={`In the ${days} days before`}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
    >
      <Icon sx={{ fontSize: 15 }} titleAccess={now > before ? 'more by' : 'less by'} />
      {isShare(name) ? `${(by * 100).toFixed(1)} points` : counted(by)}, from {textOf(name, before)}
    </Box>
  );
}
