import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Product, Verdict } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

const LOOKED_AT = 50;

/** What asks for a look: refused events, products whose events are not stored, products without a key. */
export function Changes({ products }: { products: readonly Product[] }) {
  const { organizationId, to } = useOrganization();
  const refused = useGetList<Verdict>('verdicts', {
    filter: { organizationId, status: 'invalid' },
    pagination: { page: 1, perPage: LOOKED_AT },
  });
  return (
    <QueryState query={refused} what="what changed" rows={2}>
      {(verdicts) => {
        const facts = [...refusals(verdicts, to), ...products.flatMap((product) => standing(product, to))];
        if (facts.length === 0)
          return <Box>Nothing asks for a look: no refusals in the last seven days, every product has a key.</Box>;
        return (
          <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
            {facts.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </Box>
        );
      }}
    </QueryState>
  );
}

interface OpenFact {
  readonly key: string;
  readonly text: ReactNode;
}
type To = (path: string) => string;

function refusals(verdicts: readonly Verdict[], to: To): OpenFact[] {
  const [last] = verdicts;
  if (!last) return [];
  const count = verdicts.length < LOOKED_AT ? `${verdicts.length}` : `At least ${LOOKED_AT}`;
  const text = (
    <>
      <Link to={to('/events?status=invalid')}>
        {count} {verdicts.length === 1 ? 'event was' : 'events were'} refused
      </Link>{' '}
      in the last seven days, the last one <TimeAgo at={last.at} />.
    </>
  );
  return [{ key: 'refused', text }];
}

function standing(product: Product, to: To): OpenFact[] {
  if (product.status === 'ignored') {
    const text = (
      <>
        <Link to={to(`/products/${product.productId}`)}>{product.name}</Link> is ignored: its events are not stored.
      </>
    );
    return [{ key: `ignored ${product.id}`, text }];
  }
  if (product.liveKeys > 0) return [];
  const text = (
    <>
      <Link to={to(`/keys?product=${encodeURIComponent(product.productId)}`)}>{product.name}</Link> has no live key, so
      nothing can be sent for it.
    </>
  );
  return [{ key: `keyless ${product.id}`, text }];
}
