import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { FigurePeople } from '../adoption/figure.people.js';
import { AddressChips } from '../components/AddressChips.js';
import { Empty } from '../components/Empty.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useAnchor } from '../components/useAnchor.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useOrganization } from '../workspace/organization.js';
import { ActivityStatus } from './ActivityStatus.js';
import { AttentionList } from './AttentionList.js';
import { EventsByDay } from './EventsByDay.js';
import { HomeAdoption } from './HomeAdoption.js';
import { HomeCoverage } from './HomeCoverage.js';
import { HomeFigures } from './HomeFigures.js';
import { HomeNews } from './HomeNews.js';
import { LastEvents } from './LastEvents.js';
import { RefusedCodes } from './RefusedCodes.js';
import { type CompanyHomeData, PERIOD, useCompanyHome } from './useCompanyHome.js';

/** One question: is data arriving, and what changed? */
export function CompanyHome() {
  const { organization } = useOrganization();
  const { query, productId, address } = useCompanyHome();
  const period = (
    <AddressChips
      label={PERIOD.label}
      name={PERIOD.source}
      unchosen={{ value: PERIOD.choices[0][0] }}
      choices={PERIOD.choices}
    />
  );
  // Before the first event there is nothing to choose from.
  const isNew = query.data?.hasEvents === false && productId === undefined;
  return (
    <Page title="Home" where={organization.name} action={!isNew && period}>
      <UnreadFilters {...address} />
      {!isNew && <ProductFilter />}
      <QueryState query={query} what="Home" rows={8}>
        {(home) => (home.hasEvents ? <Overview home={home} /> : <NoEvents productId={productId} />)}
      </QueryState>
    </Page>
  );
}

function NoEvents({ productId }: { productId: string | undefined }) {
  const { to } = useOrganization();
  return (
    <Empty
      action={
        <Button
          component={Link}
          to={to(productId ? `/start?product=${encodeURIComponent(productId)}` : '/start')}
          variant="contained"
        >
          Get started
        </Button>
      }
    >
      {productId
        ? 'No event of this product has arrived yet. Five steps lead to the first one.'
        : 'No event has arrived yet. Five steps lead to the first one; what arrives is summed up here.'}
    </Empty>
  );
}

const PAIR = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  columnGap: 8,
};

function Overview({ home }: { home: CompanyHomeData }) {
  const { window, label, scope } = home;
  const chip = <EvidenceChip label={label} />;
  useAnchor(true);
  return (
    <FigurePeople scope={{ ...window, productId: scope.productId, family: null, counted: label, page: 'Home' }}>
      <Box sx={{ mb: 6 }}>
        <ActivityStatus products={home.products} />
      </Box>
      <HomeNews productId={scope.productId} />
      <Section title={`The last ${window.days} days`} part="figures" aside={chip}>
        <HomeFigures home={home} />
      </Section>
      <Section title="What needs attention">
        <AttentionList attention={home.attention} />
      </Section>
      <EventsByDay home={home} />
      <HomeAdoption home={home} />
      <Box sx={PAIR}>
        <Section title="Why are events refused?" part="refused">
          <RefusedCodes home={home} />
        </Section>
        <Section title="What arrives of each product?" part="products">
          <LastEvents products={home.products} />
        </Section>
      </Box>
      <Section title="What to instrument next">
        <HomeCoverage coverage={home.coverage} />
      </Section>
    </FigurePeople>
  );
}
