import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Notice } from '../components/Notice.js';
import type { Report } from '../providers/data.enterprise.js';
import { useOrganization } from '../workspace/organization.js';

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The closed days that a report of a moment was about. */
const daysBefore = (asOf: string, days: number) => {
  const today = Date.parse(`${asOf.slice(0, 10)}T00:00Z`);
  return { from: dayOf(today - days * DAY_MS), to: dayOf(today - DAY_MS) };
};

interface SentNoticeProps {
  readonly report: Report;
  readonly sentAsOf: string | null;
  readonly onClose: () => void;
}

/** A report is of the days before today: a link that was sent on another day says which days it was about, and where these are. */
export function SentNotice({ report, sentAsOf, onClose }: SentNoticeProps) {
  const { to } = useOrganization();
  if (sentAsOf === null) return null;
  const sent = new Date(sentAsOf).toISOString();
  const { from, to: until } = daysBefore(sent, report.window.days);
  if (until === report.window.to) return null;
  const search = new URLSearchParams({ product: report.scope.productId, from, to: until });
  return (
    <Box data-screen sx={{ mb: 4 }}>
      <Notice
        tone="info"
        action={
          <Button size="small" variant="outlined" onClick={onClose}>
            Close
          </Button>
        }
      >
        This link was sent as of {sent.slice(0, 16).replace('T', ' ')} UTC, about {from} to {until}. A report is always
        of the days before today, so these numbers are newer.{' '}
        <Link to={`${to('/adoption')}?${search}`}>Adoption shows the days of the link</Link>.
      </Notice>
    </Box>
  );
}
