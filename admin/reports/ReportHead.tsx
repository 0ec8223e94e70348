import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Notice } from '../components/Notice.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ProductName } from '../products/ProductName.js';
import type { Report } from '../providers/data.enterprise.js';
import { useOrganization } from '../workspace/organization.js';
import { Findings } from './Findings.js';
import { GradeMark } from './GradeMark.js';

/** The verdict and what it is about, before every number. */
export function ReportHead({ report }: { report: Report }) {
  const { to } = useOrganization();
  const { summary, scope, window, previousWindow, label, asOf, notices } = report;
  return (
    <>
      <Box data-whole sx={HEAD}>
        <GradeMark grade={summary.grade} large />
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            <ProductName id={scope.productId} />
          </Typography>
          <div>
            {window.from} to {window.to} (UTC), {window.days} closed days
          </div>
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
            Compared with {previousWindow.from} to {previousWindow.to}. Events counted up to{' '}
            <span data-screen>
              <TimeAgo at={asOf} />
            </span>
            <span data-print>{new Date(asOf).toISOString()}</span>.
          </Box>
        </Box>
        <EvidenceChip label={label} />
      </Box>
      <Box component="section" aria-label="In short" sx={{ mb: 8 }}>
        <Typography sx={{ mb: 3, fontWeight: 600 }}>
          {headlineOf(report)}{' '}
          <Link data-screen to={to(`/reports/actions?${new URLSearchParams({ product: scope.productId })}`)}>
            Open actions
          </Link>
        </Typography>
        <Findings findings={summary.largest} />
      </Box>
      {notices.length > 0 && (
        <Box sx={{ display: 'grid', gap: 2, mb: 6 }}>
          {notices.map((notice) => (
            <Notice key={notice} tone="info">
              {textOfNotice(notice)}
            </Notice>
          ))}
        </Box>
      )}
    </>
  );
}

/** A notice that names members of the answer, as people call them. */
const textOfNotice = (notice: string): string =>
  notice.replace(
    /^accounts lists the (\d+) with most events; totals\.accounts counts all (\d+)\.$/,
    'The table of accounts has the $1 with most events of the $2 that were active.',
  );

/** The verdict without what stands above it already; the service's own says product, days and label too. */
function headlineOf({ summary: { grade, headline } }: Report): string {
  const verdict = grade === null ? 'No overall grade.' : `The overall grade is ${grade}.`;
  const due = /\(\S+\)\. (.+)$/.exec(headline)?.[1];
  return due ? `${verdict} ${due}` : headline;
}

const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  mb: 6,
  p: 4,
  border: '1px solid var(--border)',
  borderRadius: 1,
  bgcolor: 'background.paper',
};
