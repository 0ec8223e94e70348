import { Link } from 'react-router-dom';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useOrganization } from '../workspace/organization.js';
import type { CompanyHomeData } from './useCompanyHome.js';

type Product = CompanyHomeData['products'][number];

/** The last event of each product, and what arrived in a week. */
export function LastEvents({ products }: { products: readonly Product[] }) {
  const { to } = useOrganization();
  const columns: Column<Product>[] = [
    {
      label: 'Product',
      cell: ({ productId, name }) => <Link to={to(`/events?product=${encodeURIComponent(productId)}`)}>{name}</Link>,
    },
    { label: 'Last event', cell: ({ lastEventName }) => (lastEventName ? <code>{lastEventName}</code> : 'none yet') },
    { label: 'Received', cell: ({ lastEventAt }) => (lastEventAt ? <TimeAgo at={lastEventAt} /> : '–'), numeric: true },
    { label: 'Last 7 days', cell: ({ events7d }) => events7d.toLocaleString('en'), numeric: true },
  ];
  return (
    <Rows caption="Last event of each product" rows={products} keyOf={({ productId }) => productId} columns={columns} />
  );
}
