import { useMemo } from 'react';
import { BackTo } from '../components/BackTo.js';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { ScopeContext, useScope } from '../components/useScope.js';
import { Waiting } from '../components/Waiting.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useAddressedProduct } from '../products/useAddressedProduct.js';
import type { Reconciled } from '../providers/data.reports.js';
import { useOrganization } from '../workspace/organization.js';

/** The last report of a partner on each account and zone of a product, beside the figures of its other events. */
export function ReconciliationList() {
  const { organizationId = '' } = useScope();
  const { organization, to } = useOrganization();
  const { address, data } = useAddressedProduct();
  const productId = data?.product?.productId ?? '';
  const scope = useMemo(() => ({ organizationId, productId }), [organizationId, productId]);
  if (!data) return <Waiting what="products" rows={8} />;
  return (
    <ScopeContext.Provider value={scope}>
      <ListPage<Reconciled>
        title="Reconciliation"
        where={organization.name}
        above={<BackTo to={to('/adoption')}>Adoption</BackTo>}
        about="The last ZONE_USAGE_REPORTED of each account and zone in 30 days, as the partner reported it, beside the events that were counted in the same days. A figure that a report does not hold is left out."
        columns={COLUMNS}
        search="Search accounts"
        sort={{ field: 'reported', order: 'DESC' }}
        to={null}
        empty={{
          text: 'Accounts will be listed here as soon as an event ZONE_USAGE_REPORTED arrives for this product, with what the partner reported and what was counted.',
        }}
      >
        <UnreadFilters {...address} />
        <Products organizationId={organizationId} />
      </ListPage>
    </ScopeContext.Provider>
  );
}

/** The products are asked for as everywhere else: of the whole organization. */
function Products({ organizationId }: { organizationId: string }) {
  const scope = useMemo(() => ({ organizationId }), [organizationId]);
  return (
    <ScopeContext.Provider value={scope}>
      <ProductFilter oneAtATime />
    </ScopeContext.Provider>
  );
}

/** A report names no currency. */
const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const BYTES = new Intl.NumberFormat('en', { notation: 'compact', style: 'unit', unit: 'byte', unitDisplay: 'narrow' });

const COLUMNS: readonly DataColumn<Reconciled>[] = [
  {
    source: 'account',
    label: 'Account',
    cell: ({ accountDomain }) => accountDomain ?? 'unknown account',
    text: ({ accountDomain }) => accountDomain,
    sortable: true,
  },
  { source: 'zone', label: 'Zone', cell: ({ zone }) => zone && <code>{zone}</code>, sortable: true },
  {
    source: 'cost',
    label: 'Reported cost',
    cell: ({ reportedCostCents }) => reportedCostCents !== null && AMOUNT.format(reportedCostCents / 100),
    text: ({ reportedCostCents }) => (reportedCostCents === null ? null : reportedCostCents / 100),
    numeric: true,
    sortable: true,
    card: 'fact',
  },
  {
    source: 'bandwidth',
    label: 'Reported traffic',
    cell: ({ reportedBandwidthBytes }) => reportedBandwidthBytes !== null && BYTES.format(reportedBandwidthBytes),
    text: ({ reportedBandwidthBytes }) => reportedBandwidthBytes,
    numeric: true,
    sortable: true,
  },
  {
    source: 'events',
    label: 'Events counted',
    cell: ({ events }) => events.toLocaleString('en'),
    text: ({ events }) => events,
    numeric: true,
    sortable: true,
  },
  {
    source: 'developers',
    label: 'Developers',
    cell: ({ developers }) => developers.toLocaleString('en'),
    text: ({ developers }) => developers,
    numeric: true,
    sortable: true,
  },
  {
    source: 'reports',
    label: 'Reports',
    cell: ({ reports }) => reports.toLocaleString('en'),
    numeric: true,
    hidden: true,
  },
  {
    source: 'reported',
    label: 'Last report',
    cell: ({ reportedAt }) => <TimeAgo at={reportedAt} />,
    text: ({ reportedAt }) => reportedAt,
    numeric: true,
    sortable: true,
  },
];
