import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A public key as `/.well-known/approval-keys.json` lists it (RFC 8037); its id is its thumbprint (RFC 7638). */
export interface ApprovalPublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** The key that signs receipts of approvals, and every public key that one was signed with. */
export interface ApprovalKeys {
  readonly privateKey: KeyObject;
  readonly kid: string;
  /** The present one first, then the earlier ones in the order of the file. */
  readonly publicKeys: readonly ApprovalPublicKey[];
}

const BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;
const NO_KEYS = 'must name a PEM file with one Ed25519 private key, and the public keys of earlier ones beside it';

/** The file of keys, read at start: a key that signs nothing must not be found out at the first approval. */
export const approvalKeyFile = z.string().transform((file, { addIssue }): ApprovalKeys => {
  try {
    const keys = keysIn(readFileSync(file, 'utf8'));
    if (keys) return keys;
    addIssue({ code: 'custom', message: NO_KEYS });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const message = /^E[A-Z]+$/.test(code) ? `names a file that can't be read (${code})` : NO_KEYS;
    addIssue({ code: 'custom', message });
  }
  return z.NEVER;
});

/** The keys of a PEM file, each once, or null where it holds another number of private keys than one, or a key of another kind. */
function keysIn(pem: string): ApprovalKeys | null {
  const blocks = [...pem.matchAll(BLOCK)].map(([text, kind = '']) => ({
    text,
    isPrivate: kind.endsWith('PRIVATE KEY'),
  }));
  const [own, ...others] = blocks.filter(({ isPrivate }) => isPrivate).map(({ text }) => createPrivateKey(text));
  if (!own || others.length > 0) return null;
  const earlier = blocks.filter(({ isPrivate }) => !isPrivate).map(({ text }) => describeKey(createPublicKey(text)));
  const present = describeKey(createPublicKey(own));
  const publicKeys = new Map([present, ...earlier].flatMap((key) => (key ? [[key.kid, key] as const] : [])));
  if (present === null || earlier.includes(null)) return null;
  return { privateKey: own, kid: present.kid, publicKeys: [...publicKeys.values()] };
}

/** A public key with its thumbprint, or null for one of another kind than Ed25519. */
function describeKey(key: KeyObject): ApprovalPublicKey | null {
  const { x } = key.export({ format: 'jwk' });
  if (key.asymmetricKeyType !== 'ed25519' || x === undefined) return null;
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}
