import { useGetList } from 'react-admin';
import type { TrackingKey } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

/** The organization's tracking keys, live and revoked; their `id` is their place (see providers/place.ts). */
export function useTrackingKeys() {
  const { organizationId } = useOrganization();
  return useGetList<TrackingKey>('tracking-keys', { filter: { organizationId } });
}
