import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import type { Log } from '../../platform/log.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { findPerson } from './account.query.js';
import { deviceForLetter, deviceTokenOf } from './device.rules.js';

/** The header by which a request hands the library the address range of its sender. */
export const RANGE_HEADER = 'x-dai-address-range';

const FORGOTTEN_MS = 400 * 24 * 60 * 60 * 1000;

export const DEVICES = new BareStatement(
  { known: 'boolean', some: 'boolean' },
  `select coalesce(bool_or(encode(digest, 'hex') in (select value from json_array_elements_text(?::json))), false) as known,
     count(*) > 0 as some
   from sign_in_device where user_id = ? and seen_at > ?`,
);

/**
 * Notes the device of a sign-in, in the caller's transaction: by the browser's own cookie, or by its kind and address range where the cookie
 * was deleted. One that is new to an account which has others is reported in a letter. Answers the token for the cookie.
 */
export async function noteDevice(
  em: EntityManager,
  log: Log,
  { userId, headers, at }: { readonly userId: string; readonly headers: Headers; readonly at: Date },
): Promise<string> {
  const token = deviceTokenOf(headers.get('cookie')) ?? randomBytes(16).toString('base64url');
  const userAgent = headers.get('user-agent');
  const range = headers.get(RANGE_HEADER) ?? 'unknown';
  const place = `${(userAgent ?? '').replaceAll(/[\d._]+/g, '')} ${range}`;
  const digests = JSON.stringify([token, place].map((text) => digestOf(userId, text)));
  const known = await em.execute<RowOf<typeof DEVICES>[]>(DEVICES.text, [
    digests,
    userId,
    new Date(at.getTime() - FORGOTTEN_MS),
  ]);
  await em.execute(
    `insert into sign_in_device (user_id, digest, seen_at) select ?::uuid, decode(value, 'hex'), ? from json_array_elements_text(?::json)
     on conflict (user_id, digest) do update set seen_at = excluded.seen_at`,
    [userId, at, digests],
  );
  if (known[0]?.some && !known[0].known) await sendDeviceLetter(em, log, { userId, userAgent, range, at });
  return token;
}

const digestOf = (userId: string, text: string): string =>
  createHash('sha256').update(`${userId} ${text}`).digest('hex');

async function sendDeviceLetter(
  em: EntityManager,
  log: Log,
  seen: { readonly userId: string; readonly userAgent: string | null; readonly range: string; readonly at: Date },
): Promise<void> {
  const person = await findPerson(em, seen.userId);
  if (!person) return;
  const when = `${seen.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  await sendLetter(em, log, {
    recipient: person.email,
    subject: 'A sign-in from a new device',
    body: `${deviceForLetter(seen.userAgent)} signed in to your account on ${when} from the addresses ${seen.range}, for the first time.\n\nIf this was you, there is nothing to do. If not, change your password: that ends every other session. Your sessions are listed on your profile.\n`,
  });
}
