import type { Membership } from '../providers/session.js';

export type Role = Membership['role'];

/** The rights of each role, worded to follow "may". */
export const ROLES: Record<Role, string> = {
  owner: 'change everything, owners too',
  admin: 'change products, keys and members',
  member: 'see everything, save views of their own',
  reader: 'see everything, create nothing',
};

/** The roles that a person in one may invite to. */
export const rolesToGive = (role: Role): Role[] =>
  role === 'owner' ? ['reader', 'member', 'admin', 'owner'] : ['reader', 'member', 'admin'];
