import type { Membership } from '../providers/session.js';
import { useOrganization } from './organization.js';

/** Whether this person may change products and keys here; the service decides, this only hides what it would refuse. */
export const useMayChange = (): boolean => mayChangeAs(useOrganization().role);

/** Whether that is open to a role. */
export const mayChangeAs = (role: Membership['role']): boolean => role === 'owner' || role === 'admin';
