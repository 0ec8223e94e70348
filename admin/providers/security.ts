import { present } from './binding.js';
import * as schema from './generated/operations.js';
import { ask } from './request.js';

export type OrganizationSecurity = schema.ReadOrganizationSecurityAnswer['organizationSecurity'];

/** The cache key of an organization's security page. */
export const securityKey = 'organization-security';

/** How the people of an organization sign in. */
export const readOrganizationSecurity = async (organizationId: string): Promise<OrganizationSecurity> =>
  (await ask(schema.ReadOrganizationSecurity, { organizationId })).organizationSecurity;

/** Sets of whom a second factor is required. */
export const setSecondFactorPolicy = async (input: schema.SetSecondFactorPolicyInput) =>
  present((await ask(schema.SetSecondFactorPolicy, { input })).setSecondFactorPolicy);
