import { present } from './binding.js';
import * as schema from './generated/operations.js';
import { ask } from './request.js';

export type SingleSignOn = schema.SingleSignOn;
export type SignInMethods = schema.ReadSignInMethodsAnswer['signInMethods'];

export const singleSignOnKey = ['single-sign-on'];
export const signInMethodsKey = ['sign-in-methods'];

export const readSingleSignOn = async (organizationId: string): Promise<SingleSignOn> =>
  (await ask(schema.ReadSingleSignOn, { organizationId })).singleSignOn;

export const saveSingleSignOn = async (input: schema.SaveSingleSignOnInput): Promise<SingleSignOn> =>
  present((await ask(schema.SaveSingleSignOn, { input })).saveSingleSignOn);

export const requireSingleSignOn = async (input: schema.RequireSingleSignOnInput): Promise<SingleSignOn> =>
  present((await ask(schema.RequireSingleSignOn, { input })).requireSingleSignOn);

export const removeSingleSignOn = async (organizationId: string): Promise<boolean> =>
  present((await ask(schema.RemoveSingleSignOn, { input: { organizationId } })).removeSingleSignOn);

/** The owners of an organization, of whom one may keep their password. */
export const listOwners = async (organizationId: string) =>
  (await ask(schema.ListOwners, { organizationId })).members.filter(({ role }) => role === 'owner');

/** The ways in which the person signs in. */
export const readSignInMethods = async (): Promise<SignInMethods> =>
  (await ask(schema.ReadSignInMethods, {})).signInMethods;

export const disconnectIdentity = async (identityId: string): Promise<boolean> =>
  present((await ask(schema.DisconnectIdentity, { input: { identityId } })).disconnectIdentity);
