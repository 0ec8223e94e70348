import { useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useApiMutation } from '../components/useApiMutation.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { useScope } from '../components/useScope.js';
import type { Product } from '../providers/generated/operations.js';

/** Names a product in this organization; sending the same form twice names it once. */
export function useCreateProduct() {
  const provider = useDataProvider();
  const scope = useScope();
  const idempotencyKey = useIdempotencyKey();
  return useApiMutation(
    async ({ productId, name, type }: FieldValues) => {
      const data = { productId, name, type };
      return (await provider.create<Product>('products', { data, meta: { ...scope, idempotencyKey } })).data;
    },
    ['products'],
  );
}
