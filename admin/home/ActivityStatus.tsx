import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Notice } from '../components/Notice.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useNow } from '../components/useNow.js';
import { useOrganization } from '../workspace/organization.js';
import type { CompanyHomeData } from './useCompanyHome.js';

/** After a day without an event, silence is worth a look. */
const QUIET_MS = 86_400_000;

/** The answer to the page's question: is data arriving? */
export function ActivityStatus({ products }: { products: CompanyHomeData['products'] }) {
  const { to } = useOrganization();
  const now = useNow();
  const [last] = products
    .filter(({ lastEventAt }) => lastEventAt !== null)
    .toSorted((a, b) => (b.lastEventAt ?? '').localeCompare(a.lastEventAt ?? ''));
  if (!last?.lastEventAt) return null;
  const quiet = now - Date.parse(last.lastEventAt) > QUIET_MS;
  return (
    <Notice
      tone={quiet ? 'caution' : 'good'}
      action={
        <Button component={Link} to={to('/events')} variant="outlined" size="small">
          Watch events
        </Button>
      }
    >
      <strong>{quiet ? 'Nothing has arrived for a day.' : 'Data is arriving.'}</strong> The last event,{' '}
      <code>{last.lastEventName}</code> of {last.name}, came <TimeAgo at={last.lastEventAt} />.
    </Notice>
  );
}
