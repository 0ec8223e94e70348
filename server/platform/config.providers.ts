import { z } from 'zod';
import { isLoopback } from './loopback.rules.js';

/** The address before a provider's own paths, without a slash at its end. */
export const providerAddress = (usual: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((text) => !URL.canParse(text) || isBare(new URL(text)), 'must have no user name, query or fragment')
    .transform((text) => text.replace(/\/+$/, ''))
    .default(usual);

const isBare = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].every((part) => part === '');

/**
 * True when a key that is sent to the address would travel in the clear. On loopback it does not leave the machine, and what the operator
 * allows to tests (`OUTBOUND_ALLOW`) is theirs.
 */
export function travelsInClear(address: string, allow: readonly string[]): boolean {
  const { protocol, hostname, port } = new URL(address);
  if (protocol === 'https:' || allow.includes(`${hostname}:${port || '80'}`)) return false;
  return !isLoopback(hostname);
}
