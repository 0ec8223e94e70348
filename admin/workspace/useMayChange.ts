import { useOrganization } from './organization.js';

/** Whether this person may change products and keys here; the service decides, this only hides what it would refuse. */
export function useMayChange(): boolean {
  const { role } = useOrganization();
  return role === 'owner' || role === 'admin';
}
