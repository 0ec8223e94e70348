/** The parts of a credential that decide its state; times are ISO 8601. */
interface Credential {
  readonly revokedAt: string | null;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

export type CredentialState = 'live' | 'unused' | 'ending' | 'expired' | 'revoked';

/** The state of a credential at a time in milliseconds, `ending` in the last `endingMs`; a revoked one stays revoked when its time has run out as well. */
export function credentialState(
  { revokedAt, expiresAt, usedAt }: Credential,
  now: number,
  endingMs: number,
): CredentialState {
  const left = Date.parse(expiresAt) - now;
  if (revokedAt !== null) return 'revoked';
  if (left <= 0) return 'expired';
  if (left <= endingMs) return 'ending';
  return usedAt === null ? 'unused' : 'live';
}
