import ArrivingIcon from '@mui/icons-material/CheckCircleOutlined';
import MissingIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router-dom';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useScope } from '../components/useScope.js';
import type { Product, ReadTrackingPlanAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

type Plan = NonNullable<ReadTrackingPlanAnswer['trackingPlan']>;
type Planned = Plan['arrivals']['planned'][number];

interface PlanRecord {
  readonly id: string;
  readonly plan: Plan | null;
}

/** The approved plan of a product as a checklist against what arrives, and what arrives beside it. */
export function TrackingPlanChecklist({ product }: { product: Product }) {
  const { to } = useOrganization();
  const query = useGetOne<PlanRecord>('tracking-plan', { id: product.productId, meta: useScope() });
  return (
    <Section title="Does what was approved arrive?">
      <QueryState query={query} what="approved plan" rows={3}>
        {({ plan }) =>
          plan === null ? (
            <Typography color="text.secondary">
              No usage tracking of this product is approved. <a href="/submit/usage_tracking">Submit its events</a> to
              have a plan to check against; events are counted without one, too.
            </Typography>
          ) : (
            <Checklist plan={plan} eventsOf={(name) => to(`/events?${eventsQuery(product.productId, name)}`)} />
          )
        }
      </QueryState>
    </Section>
  );
}

const eventsQuery = (product: string, name: string) => new URLSearchParams({ product, name, outcome: 'stored' });

const VIA: Readonly<Record<string, string>> = { server: 'a server', cdp: 'a customer data platform', csv: 'CSV files' };

interface ChecklistProps {
  readonly plan: Plan;
  /** The address of the events of a name. */
  readonly eventsOf: (name: string) => string;
}

function Checklist({ plan, eventsOf }: ChecklistProps) {
  const { planned, unplanned, asOf } = plan.arrivals;
  const arriving = planned.filter(({ lastAt }) => lastAt !== null).length;
  const columns: readonly Column<Planned>[] = [
    { label: 'Event', cell: ({ name }) => <code>{name}</code> },
    {
      label: 'State',
      cell: ({ lastAt }) =>
        lastAt ? (
          <StateChip icon={ArrivingIcon} label="arriving" tone="good" />
        ) : (
          <StateChip icon={MissingIcon} label="missing" tone="neutral" />
        ),
    },
    { label: 'Family', cell: ({ family }) => family ?? 'none' },
    { label: 'When', cell: ({ when }) => when },
    {
      label: 'Last 30 days',
      cell: ({ name, events30d }) =>
        events30d > 0 ? <Link to={eventsOf(name)}>{events30d.toLocaleString('en')}</Link> : '0',
      numeric: true,
    },
    { label: 'Last one', cell: ({ lastAt }) => (lastAt ? <TimeAgo at={lastAt} /> : 'none in 30 days') },
  ];
  return (
    <>
      <Typography sx={{ mb: 2 }}>
        {arriving} of {planned.length} planned events arrive, by {plan.cdpName ?? VIA[plan.via] ?? plan.via}. Approved{' '}
        <TimeAgo at={plan.approvedAt} />; counted up to <TimeAgo at={asOf} />.
      </Typography>
      <Rows caption="Planned events" rows={planned} keyOf={({ name }) => name} columns={columns} />
      {unplanned.length > 0 && (
        <Box sx={{ mt: 3 }}>
          Arriving and not planned:{' '}
          {unplanned.map((name, place) => (
            <span key={name}>
              {place > 0 && ', '}
              <Link to={eventsOf(name)}>
                <code>{name}</code>
              </Link>
            </span>
          ))}
        </Box>
      )}
    </>
  );
}
