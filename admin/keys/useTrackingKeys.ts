import { useGetList } from 'react-admin';
import { useScope } from '../components/useScope.js';
import type { TrackingKey } from '../providers/generated/operations.js';

/** More than a product may ever have had. */
const KEYS_MAX = 100;

/** The tracking keys of one product, live ones first. */
export const useTrackingKeys = (productId: string) =>
  useGetList<TrackingKey>(
    'tracking-keys',
    { filter: { product: productId }, pagination: { page: 1, perPage: KEYS_MAX }, meta: useScope() },
    { enabled: productId !== '' },
  );
