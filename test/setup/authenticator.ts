import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of the authenticator's data: a person was there, was recognised, may copy the passkey, and has copied it. */
const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 } as const;

interface CreationOptions {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
  readonly excludeCredentials: readonly { readonly id: string }[];
}
interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
  readonly allowCredentials: readonly { readonly id: string }[];
}

/** One answer that differs from an honest one. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Whether the person was recognised. */
  readonly verified?: boolean;
  readonly count?: number;
  readonly userHandle?: string | null;
  readonly signedBy?: KeyObject;
}

const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** The few forms of CBOR that a passkey without an attestation has. */
const head = (major: number, size: number): Buffer =>
  size < 24
    ? Buffer.from([(major << 5) | size])
    : size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...entries: readonly Buffer[][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** An authenticator in software, as a phone or a security key is one: ES256, no attestation, a counter that moves with each signature. */
export class Authenticator {
  readonly id: Buffer;
  readonly key: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = '';
  count: number;
  readonly #counts: boolean;
  readonly #synced: boolean;

  constructor({ counts = true, synced = false }: { readonly counts?: boolean; readonly synced?: boolean } = {}) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.id = randomBytes(32);
    this.key = pair.privateKey;
    this.#publicKey = pair.publicKey;
    this.count = 0;
    this.#counts = counts;
    this.#synced = synced;
  }

  /** Makes the passkey; the answer as `PublicKeyCredential.toJSON()` writes it. */
  create(options: CreationOptions, origin: string, twist: Twist = {}): object {
    if (options.excludeCredentials.some(({ id }) => id === base64url(this.id))) throw new Error('excluded');
    this.#userHandle = options.user.id;
    const authData = Buffer.concat([
      this.#data(options.rp.id, twist, FLAGS.attested),
      Buffer.alloc(16), // no model is named
      Buffer.from([this.id.length >> 8, this.id.length & 0xff]),
      this.id,
      this.#cosePublicKey(),
    ]);
    const attestationObject = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(authData)],
    );
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options.challenge, origin, twist),
      attestationObject: base64url(attestationObject),
      transports: ['internal', 'hybrid'],
      publicKeyAlgorithm: -7,
    });
  }

  /** Signs a challenge. */
  use(options: RequestOptions, origin: string, twist: Twist = {}): object {
    const allowed = options.allowCredentials;
    if (allowed.length > 0 && !allowed.some(({ id }) => id === base64url(this.id))) throw new Error('not allowed');
    const authData = this.#data(options.rpId, twist, 0);
    const clientDataJSON = clientData('webauthn.get', options.challenge, origin, twist);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const userHandle = twist.userHandle === undefined ? this.#userHandle : twist.userHandle;
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, twist.signedBy ?? this.key)),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #answer(response: object): object {
    const id = base64url(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  #data(rpId: string, twist: Twist, further: number): Buffer {
    if (this.#counts) this.count += 1;
    const flags =
      FLAGS.present |
      (twist.verified === false ? 0 : FLAGS.verified) |
      (this.#synced ? FLAGS.eligible | FLAGS.backedUp : 0) |
      further;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.count ?? this.count);
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([flags]), count]);
  }

  #cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return map(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    );
  }
}

const clientData = (type: string, challenge: string, origin: string, twist: Twist): string =>
  base64url(
    JSON.stringify({
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? origin,
      crossOrigin: twist.crossOrigin ?? false,
    }),
  );
