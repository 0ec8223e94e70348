import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useProducts } from '../products/useProducts.js';
import type { Product } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { ActivityStatus } from './ActivityStatus.js';
import { Changes } from './Changes.js';
import { DayChart } from './DayChart.js';
import { FamilyTable } from './FamilyTable.js';
import { useDailyCounts } from './useDailyCounts.js';

/** One question: is data arriving, and what changed? */
export function CompanyHome() {
  const { organization } = useOrganization();
  const products = useProducts();
  return (
    <Page title="Home" where={organization.name} summary="Is data arriving, and what changed?">
      <QueryState query={products} what="products">
        {(items) => (items.length === 0 ? <NoProduct /> : <Overview products={items} />)}
      </QueryState>
    </Page>
  );
}

function NoProduct() {
  const { to } = useOrganization();
  return (
    <Empty
      action={
        <Button component={Link} to={to('/start')} variant="contained">
          Get started
        </Button>
      }
    >
      What arrives will be summed up here, day by day. First name the product that you will send events for.
    </Empty>
  );
}

function Overview({ products }: { products: readonly Product[] }) {
  const { organization } = useOrganization();
  const [search] = useSearchParams();
  const chosen = search.get('product') ?? undefined;
  const shown = products.filter((product) => chosen === undefined || product.productId === chosen);
  const counts = useDailyCounts(shown.map((product) => product.productId));
  const label = <EvidenceChip label={organization.dataLabel} />;
  return (
    <>
      <ProductFilter />
      <Box sx={{ mb: 8 }}>
        <ActivityStatus productId={chosen} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          columnGap: 8,
        }}
      >
        <Section title="Today and yesterday" aside={label}>
          <QueryState query={counts} what="counts" rows={7}>
            {(days) => <FamilyTable counts={days} />}
          </QueryState>
        </Section>
        <Section title="Events a day" aside={label}>
          <QueryState query={counts} what="counts" rows={5}>
            {(days) => <DayChart counts={days} />}
          </QueryState>
        </Section>
      </Box>
      <Section title="Worth a look">
        <Changes products={shown} />
      </Section>
    </>
  );
}
