import { present } from './binding.js';
import * as schema from './generated/operations.js';
import type { ProofKind } from './proof.js';
import { queryClient, sessionKey } from './query-client.js';
import { expectNoOne } from './reentry.js';
import { ask, askAuth } from './request.js';

export type AccountClosing = schema.ReadAccountClosingAnswer['accountClosing'];

/** The signed-in person is read again after each change to the person. */
const refreshPerson = () => queryClient.invalidateQueries({ queryKey: sessionKey });

/** Changes the name under which the person is seen. */
export async function updateProfile(name: string): Promise<void> {
  present((await ask(schema.UpdateProfile, { input: { name } })).updateProfile);
  await refreshPerson();
}

/** Has a link sent to a new address; the answer is the same whether or not it has an account. */
export async function requestEmailChange(newEmail: string, currentPassword: string): Promise<void> {
  present((await ask(schema.RequestEmailChange, { input: { newEmail, currentPassword } })).requestEmailChange);
}

/** Uses the new address by the token of that link. */
export async function confirmEmailChange(token: string): Promise<schema.Person> {
  const person = present((await ask(schema.ConfirmEmailChange, { input: { token } })).confirmEmailChange);
  await refreshPerson();
  return person;
}

/** Changes the password and ends the other sessions. */
export const changePassword = async (currentPassword: string, newPassword: string): Promise<void> =>
  void (await askAuth('change-password', { currentPassword, newPassword }));

/** The effects of closing the account. */
export const readAccountClosing = async (): Promise<AccountClosing> =>
  (await ask(schema.ReadAccountClosing, {})).accountClosing;

/** Closes the account, for good; the session has ended then. */
export async function closeAccount(currentPassword: string): Promise<void> {
  present((await ask(schema.CloseAccount, { input: { currentPassword } })).closeAccount);
  expectNoOne();
  await refreshPerson();
}

export type SecondFactor = schema.ReadSecondFactorAnswer['secondFactor'];

export const secondFactorKey = ['second-factor'];

export const readSecondFactor = async (): Promise<SecondFactor> =>
  (await ask(schema.ReadSecondFactor, {})).secondFactor;

/** The secret for an authenticator app; nothing changes before a code of it is entered. */
export const offerSecondFactor = async (currentPassword: string) =>
  present((await ask(schema.OfferSecondFactor, { input: { currentPassword } })).offerSecondFactor);

/** Turns the second factor on; answers the recovery codes, which are shown once. */
export const confirmSecondFactor = async (code: string): Promise<readonly string[]> =>
  present((await ask(schema.ConfirmSecondFactor, { input: { code } })).confirmSecondFactor).codes;

export const removeSecondFactor = async (): Promise<boolean> =>
  present((await ask(schema.RemoveSecondFactor, {})).removeSecondFactor);

export const renewRecoveryCodes = async (): Promise<readonly string[]> =>
  present((await ask(schema.RenewRecoveryCodes, {})).renewRecoveryCodes).codes;

/** Proves who holds the session, by a code or by the password. */
export async function proveIdentity(kind: ProofKind, proof: string): Promise<void> {
  const input = kind === 'verify' ? { code: proof } : { currentPassword: proof };
  present((await ask(schema.ProveIdentity, { input })).proveIdentity);
}
