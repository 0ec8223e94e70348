import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { useContainerWidth } from '../components/useContainerWidth.js';
import { CountLink } from './figure.people.js';
import type { AdoptionView } from './useAdoption.js';

interface Step {
  readonly family: string;
  readonly events: number;
  readonly developers: number;
  readonly accounts: number;
  /** Share of the widest step, 0 to 1. */
  readonly width: number;
  /** Share of the step before; null where that has no one. */
  readonly conversion: number | null;
}

const PART = 'funnel';
const percent = (part: number): string => `${Math.round(part * 100)} %`;

const COLUMNS: Column<Step>[] = [
  { label: 'Family', cell: ({ family }) => family },
  {
    label: 'Developers',
    cell: ({ family, developers, width }) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: { sm: 90 } }}>
        <Box aria-hidden sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }}>
          <Box
            data-colour
            sx={{
              width: `${Math.round(width * 100)}%`,
              minWidth: developers > 0 ? 2 : 0,
              height: 12,
              borderRadius: 0.5,
              bgcolor: 'var(--chart-1)',
            }}
          />
        </Box>
        <CountLink of="developers" part={PART} family={family} count={developers} />
      </Box>
    ),
  },
  {
    label: 'Conversion',
    cell: ({ conversion }) => (conversion === null ? 'unknown' : percent(conversion)),
    numeric: true,
  },
  {
    label: 'Accounts',
    cell: ({ family, accounts }) => <CountLink of="accounts" part={PART} family={family} count={accounts} />,
    numeric: true,
  },
  {
    label: 'Events',
    cell: ({ family, events }) => <CountLink of="events" part={PART} family={family} count={events} />,
    numeric: true,
  },
];

/** Family, developers and conversion, which a phone has room for; the rest stands under them there. */
const NARROW = COLUMNS.slice(0, 3);
const ROOM = 480;

const amount = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** From intent to commerce: developers with an event of each family, and how many there are beside the family before. */
export function FunnelTable({ funnel, aside }: { funnel: AdoptionView['funnel']; aside?: ReactNode }) {
  const { ref, wide } = useContainerWidth(ROOM);
  const most = Math.max(1, ...funnel.map(({ developers }) => developers));
  const steps = funnel.map((step, index) => {
    const before = funnel[index - 1]?.developers ?? 0;
    return { ...step, width: step.developers / most, conversion: before > 0 ? step.developers / before : null };
  });
  return (
    <Section title="How far do developers come?" part={PART} aside={aside}>
      <div ref={ref}>
        <Rows
          caption="Funnel by family"
          rows={steps}
          keyOf={({ family }) => family}
          columns={wide ? COLUMNS : NARROW}
          compact
          detail={({ family, accounts, events }) =>
            wide || events === 0 ? null : (
              <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
                <CountLink of="accounts" part={PART} family={family} count={accounts}>
                  {amount(accounts, 'account')}
                </CountLink>{' '}
                ·{' '}
                <CountLink of="events" part={PART} family={family} count={events}>
                  {amount(events, 'event')}
                </CountLink>
              </Box>
            )
          }
        />
      </div>
      <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
        Conversion is developers ÷ developers of the family above. A developer may enter at any family, so it can exceed
        100 %.
      </Box>
    </Section>
  );
}
