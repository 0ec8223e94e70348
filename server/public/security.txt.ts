import type { Config } from '../platform/config.js';

/** A reader is to look again within half a year, so that a contact that changed is not used for longer; RFC 9116 wants less than a year. */
const EXPIRES_DAYS = 180;
const DAY_MS = 86_400_000;

export type SecurityTxtConfig = Pick<Config, 'baseUrl' | 'workspaceUrl' | 'securityContacts' | 'securityPolicyUrl'>;

/**
 * Writes the security.txt of this deployment (RFC 9116), or null without a contact: a file that names no one would be invalid. The day on which it
 * expires is whole, so that the file is the same for a day. Addresses of ours without https are left out, as the RFC demands.
 */
export function securityTxt(
  { baseUrl, workspaceUrl, securityContacts, securityPolicyUrl }: SecurityTxtConfig,
  now: Date,
): string | null {
  if (securityContacts.length === 0) return null;
  const day = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const places = [...new Set([baseUrl, workspaceUrl])].filter((url) => url.startsWith('https:'));
  const lines = [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(day + EXPIRES_DAYS * DAY_MS).toISOString()}`,
    ...places.map((url) => `Canonical: ${url}/.well-known/security.txt`),
    ...(securityPolicyUrl ? [`Policy: ${securityPolicyUrl}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
