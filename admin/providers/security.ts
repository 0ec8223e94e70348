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

/** Ends every session of a member; answers how many ended. */
export const endMemberSessions = async (input: schema.EndMemberSessionsInput): Promise<number> =>
  present((await ask(schema.EndMemberSessions, { input })).endMemberSessions);

/** Asks to take a lost second factor off a colleague. */
export const requestFactorReset = async (input: schema.RequestFactorResetInput) =>
  present((await ask(schema.RequestFactorReset, { input })).requestFactorReset);

/** Confirms a colleague's request. */
export const confirmFactorReset = async (input: schema.DecideFactorResetInput) =>
  present((await ask(schema.ConfirmFactorReset, { input })).confirmFactorReset);

/** Takes a request back. */
export const withdrawFactorReset = async (input: schema.DecideFactorResetInput): Promise<boolean> =>
  present((await ask(schema.WithdrawFactorReset, { input })).withdrawFactorReset);

/** Stops a reset of the person's own factor, by the key of a letter or in a session of theirs. */
export const objectToFactorReset = async (input: schema.ObjectToFactorResetInput): Promise<boolean> =>
  present((await ask(schema.ObjectToFactorReset, { input })).objectToFactorReset);

/** The cache key of the waiting resets of the person's own factor. */
export const receivedResetsKey = 'received-factor-resets';

export const listReceivedResets = async (): Promise<schema.ListReceivedFactorResetsAnswer['myFactorResets']> =>
  (await ask(schema.ListReceivedFactorResets, {})).myFactorResets;
