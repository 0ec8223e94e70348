import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { Section } from '../components/Page.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Product, ProductStatus } from '../providers/generated/operations.js';
import { useMayChange } from '../shell/useMayChange.js';
import { ProductStatusChip } from './ProductStatusChip.js';

const DECISIONS: Record<
  ProductStatus,
  { title: string; actionLabel: string; description: string; consequences: readonly string[] }
> = {
  ignored: {
    title: 'Ignore this product',
    actionLabel: 'Ignore product',
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
    description: 'Its events are answered with tracked: false, and nothing of them is stored.',
    consequences: [
      'From then on its events are stored again.',
      'Events that were ignored reserved no idempotency keys: sending them again stores them.',
    ],
  },
};

/** Switches between registered and ignored; what that means is said before it happens (decisions §4). */
export function ProductStatusDecision({ product }: { product: Product }) {
  const [open, setOpen] = useState(false);
  const provider = useDataProvider();
  const mayChange = useMayChange();
  const other: ProductStatus = product.status === 'registered' ? 'ignored' : 'registered';
  const decision = DECISIONS[other];
  const mutation = useApiMutation(
    () => provider.update('products', { id: product.id, data: { status: other }, previousData: product }),
    ['products'],
  );
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) setOpen(false);
  };
  return (
    <Section title="Status">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <ProductStatusChip status={product.status} />
        <Typography sx={{ flex: '1 1 240px' }}>{decision.description}</Typography>
        {mayChange && (
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {decision.title}…
          </Button>
        )}
      </Box>
      {open && (
        <DecisionDialog
          title={`${decision.title}: ${product.name}`}
          consequences={decision.consequences}
          actionLabel={decision.actionLabel}
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void decide()}
          onClose={() => {
            mutation.reset();
            setOpen(false);
          }}
        />
      )}
    </Section>
  );
}
