import Box from '@mui/material/Box';
import { RefusedLink } from '../adoption/RefusedLink.js';
import { type Column, Rows } from '../components/Rows.js';
import { REFUSALS } from '../events/refusal.labels.js';
import type { CompanyHomeData } from './useCompanyHome.js';

type Refused = CompanyHomeData['refusedByCode'][number];

/** Refused events by the code of what was first found wrong with them. */
export function RefusedCodes({ home: { refusedByCode, totals, window } }: { home: CompanyHomeData }) {
  if (!totals.refused) return <Box>None was refused in this period.</Box>;
  const columns: Column<Refused>[] = [
    {
      label: 'Code',
      cell: ({ code, refused }) => (
        <>
          <RefusedLink count={refused} code={code} part="refused">
            <code>{code}</code>
          </RefusedLink>
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>{REFUSALS[code]}</Box>
        </>
      ),
    },
    {
      label: 'Refused',
      cell: ({ code, refused }) => <RefusedLink count={refused} code={code} part="refused" />,
      numeric: true,
    },
    {
      label: 'Of all sent',
      cell: ({ share }) => (share === null ? 'unknown' : `${(share * 100).toFixed(1)} %`),
      numeric: true,
    },
  ];
  return (
    <>
      <Rows
        caption="Refused events by code"
        rows={refusedByCode}
        keyOf={({ code }) => code}
        columns={columns}
        compact
      />
      <Box sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
        <RefusedLink count={totals.refused} part="refused" /> refused, every one counted · by the UTC day on which they
        were sent · {window.from} to {window.to}
      </Box>
    </>
  );
}
