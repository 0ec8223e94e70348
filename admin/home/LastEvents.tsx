import { Link } from 'react-router-dom';
import { useWayBack } from '../adoption/figure.people.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { dayBefore } from '../providers/data.adoption.js';
import { useOrganization } from '../workspace/organization.js';
import type { CompanyHomeData } from './useCompanyHome.js';

type Product = CompanyHomeData['products'][number];

/** The days that the last column counts, the one that isn't over included. */
const DAYS = 7;

/** The events of a product that arrived in these days, of any source. */
const arrivedOf = (productId: string): string =>
  `/events?${new URLSearchParams({ product: productId, outcome: 'stored', since: `${dayBefore(DAYS - 1)}T00:00Z` })}`;

/** The last event of each product, and what arrived in a week. */
export function LastEvents({ products }: { products: readonly Product[] }) {
  const { to } = useOrganization();
  const state = useWayBack('products');
  const columns: Column<Product>[] = [
    {
      label: 'Product',
      cell: ({ productId, name }) => <Link to={to(`/events?product=${encodeURIComponent(productId)}`)}>{name}</Link>,
    },
    { label: 'Last event', cell: ({ lastEventName }) => (lastEventName ? <code>{lastEventName}</code> : 'none yet') },
    { label: 'Received', cell: ({ lastEventAt }) => (lastEventAt ? <TimeAgo at={lastEventAt} /> : '–'), numeric: true },
    {
      label: 'Last 7 days',
      cell: ({ productId, events7d }) =>
        events7d === 0 ? (
          '0'
        ) : (
          <Link to={to(arrivedOf(productId))} state={state}>
            {events7d.toLocaleString('en')}
          </Link>
        ),
      numeric: true,
    },
  ];
  return (
    <Rows caption="Last event of each product" rows={products} keyOf={({ productId }) => productId} columns={columns} />
  );
}
