import { sign } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Config } from './config.js';

/** Path of the public keys, under the address of the issuer. */
export const APPROVAL_KEYS_PATH = '/.well-known/approval-keys.json';

/** An approval as its receipt states it: the act and its content, and no person. */
export interface ApprovalFacts {
  readonly kind: 'project' | 'intake';
  /** `prj_…` or `sub_…`. */
  readonly id: string;
  readonly revision: number;
  /** `sha256:` and 64 hexadecimal digits, over the canonical form of what was approved. */
  readonly contentHash: string;
  /** How many people agreed so far: 2 where a second one had to. */
  readonly approvals: 1 | 2;
  readonly at: Date;
}

const partOf = (value: unknown): string => Buffer.from(canonicalize(value) ?? '').toString('base64url');

/**
 * Signs a receipt of an approval as a compact JWS (RFC 7515, EdDSA), or returns null while no key is configured. The receipt names the day alone: the
 * moment belongs to the audit log. Anyone with the public keys verifies it offline (decision 0120).
 */
export function signApproval(
  { baseUrl, approvalKeys }: Pick<Config, 'baseUrl' | 'approvalKeys'>,
  { kind, id, revision, contentHash, approvals, at }: ApprovalFacts,
): string | null {
  if (!approvalKeys) return null;
  const header = { alg: 'EdDSA', kid: approvalKeys.kid, typ: 'dai-approval+jws' };
  const approvedOn = at.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const claims = { iss: baseUrl, sub: id, kind, revision, contentHash, approvals, approvedOn };
  const signed = `${partOf(header)}.${partOf(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), approvalKeys.privateKey).toString('base64url')}`;
}
