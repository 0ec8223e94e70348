import type { Config } from '../../platform/config.js';
import { Fault } from '../../platform/fault.js';
import { FetchRefused, guardedFetch } from '../../platform/outbound/guarded.fetch.js';
import { readTextRecords } from '../../platform/outbound/text-records.read.js';

const WELL_KNOWN = '/.well-known/dai-domain-verification.txt';
const BOUNDS = { timeoutMs: 8_000, redirectsMax: 0, bytesMax: 4 * 1024 };

/** The address at which a domain serves its challenge. */
export const wellKnownUrl = (domain: string): string => `https://${domain}${WELL_KNOWN}`;
/** The DNS name that may hold the challenge in a TXT record instead. */
export const textRecordName = (domain: string): string => `_dai-verification.${domain}`;

/** Refuses a domain that does not publish the challenge: as a file under its well-known path, or as a TXT record. */
export async function requireDomainProof({ outboundAllow }: Config, domain: string, challenge: string): Promise<void> {
  let refused: unknown = null;
  const found = await guardedFetch(addressOf(domain, outboundAllow), { ...BOUNDS, allow: outboundAllow }).catch(
    (error: unknown) => {
      refused = error;
      return null;
    },
  );
  if (found?.status === 200 && found.body.toString('utf8').trim() === challenge) return;
  if ((await readTextRecords(textRecordName(domain))).some((text) => text.trim() === challenge)) return;
  if (refused === null) throw new Fault('STATE_CONFLICT', { say: 'The domain does not serve the challenge.' });
  const reason = refused instanceof FetchRefused ? refused.reason : 'unreachable';
  throw new Fault('STATE_CONFLICT', {
    say: `The challenge could not be read from the domain (${reason}).`,
    because: refused,
  });
}

/** The address of the challenge; a test's own server stands in for the domain by its `domain:port` in OUTBOUND_ALLOW. */
function addressOf(domain: string, allow: readonly string[]): string {
  const local = allow.find((pair) => pair.startsWith(`${domain}:`));
  return local ? `http://${local}${WELL_KNOWN}` : wellKnownUrl(domain);
}
