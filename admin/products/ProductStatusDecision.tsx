import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DecisionButton } from '../components/DecisionButton.js';
import { Section } from '../components/Page.js';
import { State } from '../components/StateChip.js';
import { useDai } from '../providers/data.js';
import type { Product, ProductStatus } from '../providers/generated/operations.js';
import { useMayChange } from '../workspace/useMayChange.js';

const DECISIONS: Record<
  ProductStatus,
  { title: string; actionLabel: string; done: string; description: string; consequences: readonly string[] }
> = {
  ignored: {
    title: 'Ignore this product',
    actionLabel: 'Ignore product',
    done: 'The product is ignored.',
    description: 'Its events are stored.',
    consequences: [
      'From then on its events are answered with tracked: false and ignored: true, and nothing of them is stored.',
      'Its keys keep working, so your servers see no errors.',
      'Events that are stored already stay, and a retry of one of them is still answered as a duplicate.',
      'You can register it again; what was sent meanwhile can’t be brought back, but may be sent again.',
    ],
  },
  registered: {
    title: 'Register this product again',
    actionLabel: 'Register product',
    done: 'The product is registered.',
    description: 'Its events are answered with tracked: false, and nothing of them is stored.',
    consequences: [
      'From then on its events are stored again.',
      'Events that were ignored reserved no idempotency keys: sending them again stores them.',
    ],
  },
};

/** Switches between registered and ignored; what that means is said before it happens (decisions §4). */
export function ProductStatusDecision({ product }: { product: Product }) {
  const { organizationId, productId, name } = product;
  const { updateProduct } = useDai();
  const mayChange = useMayChange();
  const other: ProductStatus = product.status === 'registered' ? 'ignored' : 'registered';
  const { title, actionLabel, done, description, consequences } = DECISIONS[other];
  return (
    <Section title="Status">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <State of="product" is={product.status} />
        <Typography sx={{ flex: '1 1 240px' }}>{description}</Typography>
        {mayChange && (
          <Box sx={{ ml: 'auto' }}>
            <DecisionButton
              label={title}
              title={`${title}: ${name}`}
              consequences={consequences}
              actionLabel={actionLabel}
              done={done}
              decide={() => updateProduct({ organizationId, productId, status: other })}
              touches={['products']}
            />
          </Box>
        )}
      </Box>
    </Section>
  );
}
