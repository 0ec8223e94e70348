import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import Box from '@mui/material/Box';
import type { CompanyHomeData } from './useCompanyHome.js';

type Totals = CompanyHomeData['totals'];

interface Figure {
  readonly label: string;
  readonly of: (totals: Totals) => number | null;
  readonly share?: true;
  readonly meaning: string;
}

const FIGURES: readonly Figure[] = [
  { label: 'Active developers', of: ({ developers }) => developers, meaning: 'Developers with an event' },
  { label: 'Active accounts', of: ({ accounts }) => accounts, meaning: 'Customer domains with an event' },
  {
    label: 'Activation share',
    of: ({ activationShare }) => activationShare,
    share: true,
    meaning: 'First activated in the period, of all active developers',
  },
  {
    label: 'Refused share',
    of: ({ refusedShare }) => refusedShare,
    share: true,
    meaning: 'Refused, of all events that were sent',
  },
];

/** Four figures, each beside that of the period before. */
export function HomeFigures({ home: { totals, previous, window } }: { home: CompanyHomeData }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(136px, 100%), 1fr))', gap: 3 }}
    >
      {FIGURES.map(({ label, of, share, meaning }) => (
        <Box
          key={label}
          sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: { xs: 3, sm: 4 } }}
        >
          <Box component="dt" title={meaning} sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <Box sx={{ fontSize: '1.75rem', lineHeight: 1.3, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {shown(of(totals), share)}
            </Box>
            <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
              <Change now={of(totals)} before={previous && of(previous)} share={share} days={window.days} />
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function shown(value: number | null, share?: boolean): string {
  if (value === null) return 'unknown';
  return share ? `${(value * 100).toFixed(1)} %` : value.toLocaleString('en');
}

interface ChangeProps {
  readonly now: number | null;
  readonly before: number | null;
  readonly share: true | undefined;
  readonly days: number;
}

function Change({ now, before, share, days }: ChangeProps) {
  if (before === null) return `nothing to compare in the ${days} days before`;
  if (now === null) return `${shown(before, share)} in the ${days} days before`;
  if (now === before) return `the same as in the ${days} days before`;
  const Icon = now > before ? UpIcon : DownIcon;
  const by = Math.abs(now - before);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <Icon sx={{ fontSize: 15 }} titleAccess={now > before ? 'more by' : 'less by'} />
      {share ? `${(by * 100).toFixed(1)} points` : by.toLocaleString('en')}, from {shown(before, share)}
    </Box>
  );
}
