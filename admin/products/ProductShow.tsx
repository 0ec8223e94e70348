import Button from '@mui/material/Button';
import { useShowContext } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Fact, Facts } from '../components/Facts.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useScope } from '../components/useScope.js';
import type { Product } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { IgnoredEvents } from './IgnoredEvents.js';
import { ProductStatusDecision } from './ProductStatusDecision.js';
import { LastEvent } from './product.columns.js';
import { TrackingPlanChecklist } from './TrackingPlanChecklist.js';
import { labelOfType } from './types.js';

/** One product: what arrives of it, its keys, and whether its events are stored. */
export function ProductShow() {
  const { id = '' } = useParams();
  const meta = useScope();
  return (
    <RecordBase<Product> query={{ meta }}>
      <Shown id={id} />
    </RecordBase>
  );
}

function Shown({ id }: { id: string }) {
  const { record: product, error, refetch } = useShowContext<Product>();
  const { organization, to } = useOrganization();
  const mayChange = useMayChange();
  return (
    <Page
      title={product?.name ?? id}
      where={organization.name}
      above={
        <BackTo to={to('/products')} steps>
          Products
        </BackTo>
      }
      action={
        product &&
        mayChange && (
          <Button component={Link} to={to(`/products/${id}/edit`)} variant="outlined">
            Edit
          </Button>
        )
      }
    >
      <QueryState query={{ data: product, error, refetch }} what="product">
        {(shown) => (
          <>
            <Section title="Product">
              <ProductFacts product={shown} />
            </Section>
            <TrackingPlanChecklist product={shown} />
            <ProductStatusDecision product={shown} />
            <IgnoredEvents product={shown} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function ProductFacts({ product }: { product: Product }) {
  const { productId, type, aliases, liveKeys, events7d, lastEventName, createdAt } = product;
  const { to } = useOrganization();
  const query = `?product=${encodeURIComponent(productId)}`;
  return (
    <Facts>
      <Fact label="Product id">
        <code>{productId}</code>
      </Fact>
      <Fact label="Type">{labelOfType(type)}</Fact>
      <Fact label="Aliases">{aliases.length ? <code>{aliases.join(', ')}</code> : 'none'}</Fact>
      <Fact label="Live keys">
        <Link to={to(`/settings/tracking-keys${query}`)}>{liveKeys === 1 ? '1 key' : `${liveKeys} keys`}</Link>
      </Fact>
      <Fact label="Last 7 days">
        <Link to={to(`/events${query}`)}>{events7d === 1 ? '1 event' : `${events7d.toLocaleString('en')} events`}</Link>
      </Fact>
      <Fact label="Last event">
        {lastEventName && <code>{lastEventName} </code>}
        <LastEvent product={product} />
      </Fact>
      <Fact label="Created">
        <TimeAgo at={createdAt} />
      </Fact>
    </Facts>
  );
}
