import { useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useApiMutation } from '../components/useApiMutation.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import type { Product } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

/** Names a product in this organization; sending the same form twice names it once. */
export function useCreateProduct() {
  const provider = useDataProvider();
  const { organizationId } = useOrganization();
  const idempotencyKey = useIdempotencyKey();
  return useApiMutation(
    async ({ productId, name, type }: FieldValues) => {
      const data = { organizationId, productId, name, type };
      const answer = await provider.create<Product>('products', { data, meta: { idempotencyKey } });
      return answer.data;
    },
    ['products'],
  );
}
