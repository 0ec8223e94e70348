import { present } from './binding.js';
import * as schema from './generated/operations.js';
import { Refusal } from './problem.js';
import { ask } from './request.js';

/** The browser's own functions take and give JSON; one without them signs in by password. */
export const takesPasskeys = (): boolean =>
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Whether the browser offers passkeys where an e-mail address is typed. */
export const fillsInPasskeys = async (): Promise<boolean> =>
  takesPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** One question at a time: a button takes the place of the offer in a field. */
let waiting: AbortController | null = null;

/** Ends the question that waits for the person, if there is one. */
export function dropQuestion(): void {
  waiting?.abort();
  waiting = null;
}

async function question(put: (signal: AbortSignal) => Promise<Credential | null>): Promise<Record<string, unknown>> {
  dropQuestion();
  const controller = new AbortController();
  waiting = controller;
  try {
    const answer = await put(controller.signal);
    if (!(answer instanceof PublicKeyCredential)) throw new Error('the browser answered something else');
    return answer.toJSON() as unknown as Record<string, unknown>;
  } catch (error) {
    throw stopped(error);
  } finally {
    if (waiting === controller) waiting = null;
  }
}

/** Has the browser make a passkey. */
const makePasskey = (options: object): Promise<Record<string, unknown>> =>
  question((signal) =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
      signal,
    }),
  );

/** Has the browser ask for a passkey: in its own dialog, or `conditional` in the list of a field. */
export const askForPasskey = (
  options: object,
  mediation: 'conditional' | 'optional' = 'optional',
): Promise<Record<string, unknown>> =>
  question((signal) =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
      mediation,
      signal,
    }),
  );

const WORDS: Readonly<Record<string, string>> = {
  AbortError: 'The browser’s question was closed. Nothing was changed.',
  NotAllowedError: 'The browser’s question was closed or took too long. Try again when you like.',
  InvalidStateError: 'This device has a passkey for your account already.',
};

/** Why there is no passkey, in words of a person's own doing: closing the browser's dialog is no failure. */
function stopped(error: unknown): unknown {
  const name = error instanceof DOMException ? error.name : '';
  const detail = WORDS[name] ?? 'This browser or device could not use a passkey. Use another way.';
  return new Refusal({
    status: 400,
    code: name === '' ? 'UNEXPECTED' : name,
    title: 'No passkey was used',
    detail,
    requestId: null,
    retryAfterSeconds: null,
    errors: [],
  });
}

export type Passkey = schema.OwnPasskey;

/** Adds a passkey of this device; answers the recovery codes where it is the first factor of the account. */
export async function addPasskey(input: { name: string; currentPassword?: string }): Promise<readonly string[] | null> {
  const { name, currentPassword = null } = input;
  const { options } = present((await ask(schema.OfferPasskey, { input: { currentPassword } })).offerPasskey);
  const passkey = await makePasskey(options);
  return present((await ask(schema.ConfirmPasskey, { input: { name, passkey } })).confirmPasskey).codes;
}

export const renamePasskey = async (passkeyId: string, name: string): Promise<Passkey> =>
  present((await ask(schema.RenamePasskey, { input: { passkeyId, name } })).renamePasskey);

export const removePasskey = async (passkeyId: string): Promise<boolean> =>
  present((await ask(schema.RemovePasskey, { input: { passkeyId } })).removePasskey);

/** Proves who holds the session by a passkey. */
export async function proveByPasskey(): Promise<void> {
  const { options } = present((await ask(schema.OfferPasskeyProof, {})).offerPasskeyProof);
  const passkey = await askForPasskey(options);
  present((await ask(schema.ProveIdentity, { input: { passkey } })).proveIdentity);
}
