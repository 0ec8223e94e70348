import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { Fault, invalid } from '../../platform/fault.js';
import type { Row } from '../../platform/row.types.js';
import type { Passkey } from '../factor.entity.js';
import { findCredential, findPasskeys, useChallenge } from './passkey.query.js';
import {
  type Binding,
  CHALLENGE_MS,
  challengeIn,
  newPasskeyShape,
  openChallenges,
  passkeyUseShape,
  type RelyingParty,
  relyingPartyOf,
  userHandleOf,
} from './passkey.rules.js';

/** Options as `PublicKeyCredential.parse…OptionsFromJSON` reads them. */
export type PasskeyOptions = object;

/** A passkey that an authenticator has made, after every check of its answer. */
export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly backedUp: boolean;
}

/** A stored passkey whose holder signed our challenge, with what the authenticator reported. */
export interface PasskeyUse {
  readonly passkey: Row<Passkey>;
  readonly signCount: number;
  readonly backedUp: boolean;
}

/** Asks browsers for passkeys and checks their answers. A challenge counts once, for its binding, for five minutes. */
export interface Passkeys {
  /** False where browsers take no passkeys, as on an address without a name or without https. */
  readonly isOffered: boolean;
  creationOptions(em: EntityManager, person: Person, binding: Binding, at: Date): Promise<PasskeyOptions>;
  /** `allowed` narrows the browser's dialog to these; without them it offers every passkey of this service. */
  requestOptions(allowed: readonly Row<Passkey>[], binding: Binding, at: Date): PasskeyOptions;
  verifyNew(em: EntityManager, answer: unknown, binding: Binding, at: Date): Promise<NewPasskey>;
  /** `userId` is the account that must own the passkey; null where the passkey itself says who signs in. */
  verifyUse(
    em: EntityManager,
    answer: unknown,
    requested: { readonly binding: Binding; readonly userId: string | null },
    at: Date,
  ): Promise<PasskeyUse>;
}

interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** ES256, EdDSA and RS256: the ones that authenticators have. */
const ALGORITHMS = [-7, -8, -257];
const RP_NAME = 'DAI';

/** Loaded at the first answer: it brings parsers of many formats, 26 MB of them, and the page for signing in needs none. */
const load = () => import('@simplewebauthn/server');

/** Passkeys for the host of the workspace. */
export function openPasskeys({
  workspaceUrl,
  secrets,
}: {
  readonly workspaceUrl: string;
  readonly secrets: readonly string[];
}): Passkeys {
  const party = relyingPartyOf(workspaceUrl);
  const challenges = openChallenges(secrets);

  function requireParty(): RelyingParty {
    if (party) return party;
    const say = 'Passkeys need an address of the workspace that has a name and https.';
    throw new Fault('STATE_CONFLICT', { say });
  }

  /** The challenge in an answer, which no other answer can use from now on: also one that proves wrong had its try. */
  async function takeChallenge(em: EntityManager, clientDataJson: string, binding: Binding, at: Date): Promise<string> {
    const challenge = challengeIn(clientDataJson);
    const end = challenge === null ? null : challenges.endOf(challenge, binding, at);
    if (challenge === null || end === null || !(await useChallenge(em, challenge, end, at))) throw endedFault();
    return challenge;
  }

  return {
    isOffered: party !== null,

    async creationOptions(em, { userId, email, name }, binding, at) {
      const { id } = requireParty();
      const stored = await findPasskeys(em, userId);
      return {
        rp: { id, name: RP_NAME },
        user: { id: userHandleOf(userId).toString('base64url'), name: email, displayName: name },
        challenge: challenges.create(binding, at),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CHALLENGE_MS,
        attestation: 'none',
        excludeCredentials: stored.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      };
    },

    requestOptions(allowed, binding, at) {
      const { id } = requireParty();
      return {
        rpId: id,
        challenge: challenges.create(binding, at),
        timeout: CHALLENGE_MS,
        allowCredentials: allowed.map(descriptorOf),
        userVerification: 'required',
      };
    },

    async verifyNew(em, answer, binding, at) {
      const response = read(newPasskeyShape, answer);
      const { id, origin } = requireParty();
      const expectedChallenge = await takeChallenge(em, response.response.clientDataJSON, binding, at);
      const { transports = [] } = response.response;
      const { verified, registrationInfo } = await (await load())
        .verifyRegistrationResponse({
          response: { ...response, response: { ...response.response, transports: [] }, clientExtensionResults: {} },
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: id,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        .catch(refuse);
      if (!verified || !registrationInfo) throw refusedFault('the signature is wrong');
      const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        signCount: credential.counter,
        transports,
        synced: credentialDeviceType === 'multiDevice',
        backedUp: credentialBackedUp,
      };
    },

    async verifyUse(em, answer, { binding, userId }, at) {
      const response = read(passkeyUseShape, answer);
      const { id, origin } = requireParty();
      const expectedChallenge = await takeChallenge(em, response.response.clientDataJSON, binding, at);
      const passkey = await findCredential(em, Buffer.from(response.rawId, 'base64url'));
      if (!passkey || passkey.stoppedAt !== null || (userId !== null && passkey.userId !== userId))
        throw unknownFault();
      const { userHandle } = response.response;
      // Without a list of passkeys the answer has to say whose it is (WebAuthn, 7.2); with one it may.
      const isOwners = userHandle ? userHandleOf(passkey.userId).toString('base64url') === userHandle : userId !== null;
      if (!isOwners) throw unknownFault();
      const { verified, authenticationInfo } = await (await load())
        .verifyAuthenticationResponse({
          response: {
            ...response,
            response: { ...response.response, userHandle: userHandle ?? undefined },
            clientExtensionResults: {},
          },
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: id,
          requireUserVerification: true,
          // The database compares the counter (`usePasskey`); 0 has the library leave it alone.
          credential: { id: response.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
        })
        .catch(refuse);
      if (!verified) throw refusedFault('the signature is wrong');
      return { passkey, signCount: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
    },
  };
}

const descriptorOf = ({ credentialId, transports }: Row<Passkey>) => ({
  type: 'public-key',
  id: Buffer.from(credentialId).toString('base64url'),
  transports,
});

/** Reads a browser's answer; a pointer names the first member that is not as WebAuthn has it. */
function read<T extends z.ZodType>(shape: T, answer: unknown): z.output<T> {
  const outcome = shape.safeParse(answer);
  if (outcome.success) return outcome.data;
  const at = outcome.error.issues[0]?.path ?? [];
  throw invalid([
    {
      pointer: ['/passkey', ...at].join('/'),
      code: 'not_valid',
      detail: 'this is not the answer of a passkey as PublicKeyCredential.toJSON() writes it',
    },
  ]);
}

function refuse(error: unknown): never {
  throw refusedFault(error);
}

const refusedFault = (because: unknown): Fault => {
  const detail = 'the passkey was not accepted: try again';
  const errors = [{ pointer: '/passkey', code: 'not_verified', detail }];
  return new Fault('VALIDATION_FAILED', { say: 'The passkey was not accepted. Try again.', errors, because });
};

const endedFault = (): Fault => {
  const detail = 'this request has ended or was answered already: try again';
  return invalid([{ pointer: '/passkey', code: 'expired', detail }]);
};

/** One refusal for a passkey that was removed, was stopped, or is another account's. */
const unknownFault = (): Fault => {
  const say = 'This passkey does not sign in here. It may have been removed; use another way.';
  return new Fault('VALIDATION_FAILED', {
    say,
    errors: [{ pointer: '/passkey', code: 'unknown_passkey', detail: say }],
  });
};
