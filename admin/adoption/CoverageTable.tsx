import ArrivingIcon from '@mui/icons-material/CheckCircleOutlined';
import MissingIcon from '@mui/icons-material/HelpOutlineOutlined';
import { useGetOne } from 'react-admin';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import { useScope } from '../components/useScope.js';
import { useProducts } from '../products/useProducts.js';
import type { ReadEventCoverageAnswer } from '../providers/generated/operations.js';

type Coverage = ReadEventCoverageAnswer['eventCoverage'] & { readonly id: string };
type Area = Coverage['areas'][number];

const COLUMNS: Column<Area>[] = [
  { label: 'Area', cell: ({ title }) => title },
  {
    label: 'State',
    cell: ({ arriving }) =>
      arriving ? (
        <StateChip icon={ArrivingIcon} label="arriving" tone="good" />
      ) : (
        <StateChip icon={MissingIcon} label="missing" tone="neutral" />
      ),
  },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
  { label: 'Next', cell: ({ next, arriving }) => (arriving ? '' : next) },
];

/** The kinds of events that arrive, and what to instrument next: of the chosen product, or of the only one. */
export function CoverageTable({ chosen }: { chosen: string | undefined }) {
  const { data: products = [] } = useProducts();
  const productId = chosen ?? (products.length === 1 ? products[0]?.productId : undefined);
  return (
    <Section title="Which events arrive?">
      {productId === undefined ? (
        <p>Choose a product to see which of its events arrive.</p>
      ) : (
        <CoverageOf productId={productId} />
      )}
    </Section>
  );
}

function CoverageOf({ productId }: { productId: string }) {
  const coverage = useGetOne<Coverage>('coverage', { id: productId, meta: useScope() });
  return (
    <QueryState query={coverage} what="coverage" rows={7}>
      {({ areas }) => (
        <Rows caption="Event coverage of the last 30 days" rows={areas} keyOf={({ area }) => area} columns={COLUMNS} />
      )}
    </QueryState>
  );
}
