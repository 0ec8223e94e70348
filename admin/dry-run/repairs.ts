import { firstEvent, type SnippetPlace } from '../start/snippets.js';

/** A problem of a refused event: the code of what is wrong, and where. */
export interface Refused {
  readonly code: string;
  readonly pointer: string;
}

export const REPAIR_LANGUAGES = ['Node', 'Python', 'Go', 'JSON'] as const;
export type RepairLanguage = (typeof REPAIR_LANGUAGES)[number];

/** One member before and after, as expressions of a language; without `now` the member is taken out. */
interface Lines {
  readonly was: string;
  readonly now?: string;
}

/** How a kind of problem is mended in the code that sends the event. */
interface Repair {
  readonly description: string;
  /** The member that is written, where it is another one than the problem's. */
  readonly at?: string;
  readonly lines: Readonly<Record<RepairLanguage, Lines>>;
}

/** The corrected event, the pointers at which it differs from what was refused, and the patch of each problem. */
export interface Corrected {
  readonly body: Record<string, unknown>;
  readonly lit: ReadonlyMap<string, string>;
  readonly repairs: readonly (Refused & Repair)[];
}

const AT = '2026-10-01T09:30:00Z';
const OWN_NAME = 'REPORT_EXPORTED';

const lines = (node: Lines, python: Lines, go: Lines, json: Lines): Repair['lines'] => ({
  Node: node,
  Python: python,
  Go: go,
  JSON: json,
});

const TIME: Repair = {
  description: 'Send the time of the real event as ISO 8601 with its offset, from 2000 until now.',
  at: '/occurredAt',
  lines: lines(
    { was: 'String(event.time)', now: 'new Date(event.time).toISOString()' },
    { was: 'str(event.time)', now: 'event.time.astimezone(timezone.utc).isoformat()' },
    { was: 'event.Time.String()', now: 'event.Time.UTC().Format(time.RFC3339)' },
    { was: '"2026-10-01 11:30"', now: JSON.stringify(AT) },
  ),
};

const DOMAIN: Repair = {
  description: 'Send the bare domain of the customer, and leave the member out where it is unknown.',
  at: '/account_domain',
  lines: lines(
    { was: 'account.website', now: "new URL(account.website.replace(/^(?!https?:)/, 'https://')).hostname" },
    {
      was: 'account.website',
      now: 'urlsplit(account.website if "//" in account.website else "//" + account.website).hostname',
    },
    { was: 'account.Website', now: 'strings.SplitN(strings.TrimPrefix(account.Website, "https://"), "/", 2)[0]' },
    { was: '"https://customer.example/team"', now: '"customer.example"' },
  ),
};

const ADDRESS: Repair = {
  ...DOMAIN,
  description: 'Send the domain behind the @ alone: an e-mail address names a person.',
  lines: lines(
    { was: 'user.email', now: "user.email.split('@').at(-1)" },
    { was: 'user.email', now: 'user.email.rsplit("@", 1)[-1]' },
    { was: 'user.Email', now: 'user.Email[strings.LastIndex(user.Email, "@")+1:]' },
    { was: '"ada@customer.example"', now: '"customer.example"' },
  ),
};

const DEVELOPER: Repair = {
  description: 'Send one stable identifier of the developer; without one, send no event.',
  at: '/developer_id',
  lines: lines(
    { was: "user?.id ?? 'anonymous'", now: 'String(user.id) // return before this where there is no user' },
    { was: 'getattr(user, "id", "anonymous")', now: 'str(user.id)  # return before this where there is no user' },
    { was: 'userID', now: 'userID // return before this where it is empty' },
    { was: '"anonymous"', now: '"dev_123"' },
  ),
};

const FAMILY: Repair = {
  description: 'A name of your own needs its family; a name of the catalog has one already.',
  at: '/event_family',
  lines: lines(
    { was: 'undefined', now: "'activation'" },
    { was: 'None', now: '"activation"' },
    { was: '""', now: '"activation"' },
    { was: 'null', now: '"activation"' },
  ),
};

const KEY: Repair = {
  description: 'Each event has a key of its own, which its retries repeat together with the same payload.',
  at: '/idempotencyKey',
  lines: lines(
    { was: 'user.id', now: 'event.id // made once, where the event happens' },
    { was: 'user.id', now: 'event.id  # made once, where the event happens' },
    { was: 'userID', now: 'event.ID // made once, where the event happens' },
    { was: '"dev_123"', now: '"call-1"' },
  ),
};

const NAME: Repair = {
  description: 'A name begins with a letter and has letters, digits and _ . : - alone, at most 100.',
  at: '/event_name',
  lines: lines(
    { was: 'event.title', now: "event.title.toUpperCase().replace(/[^A-Z0-9]+/g, '_')" },
    { was: 'event.title', now: 're.sub(r"[^A-Z0-9]+", "_", event.title.upper())' },
    { was: 'event.Title', now: 'regexp.MustCompile("[^A-Z0-9]+").ReplaceAllString(strings.ToUpper(event.Title), "_")' },
    { was: '"Report exported!"', now: `"${OWN_NAME}"` },
  ),
};

/** A member that an event must not have: the code that writes it goes. */
const without = (pointer: string, description: string): Repair => {
  const name = nameOf(pointer);
  const was = { was: `given.${/^\w+$/.test(name) ? name : 'value'}` };
  return { description, at: pointer, lines: lines(was, was, was, { was: '"…"' }) };
};

/** A member of another value than was sent, as the product and the contract want it. */
const sentAs = (pointer: string, value: unknown, description: string): Repair => {
  const text = JSON.stringify(value);
  const as = (was: string): Lines => ({ was, now: text });
  return { description, at: pointer, lines: lines(as('given'), as('given'), as('given'), as('…')) };
};

const PRIVATE = 'Leave it out: no prompt, secret, private note or code belongs to an event.';
const TEXT = 'Clean the text before it is sent: whole characters, no NUL, and short enough.';

/** Renamed members of calls of customer data platforms: what they stand for here. */
const RENAMED: Readonly<Record<string, string>> = {
  userId: '/developer_id',
  event: '/event_name',
  name: '/event_name',
  messageId: '/idempotencyKey',
  timestamp: '/occurredAt',
};

const BY_CODE: Readonly<Record<string, Repair>> = {
  no_offset: TIME,
  not_a_time: TIME,
  too_far_ahead: TIME,
  before_2000: TIME,
  has_scheme: DOMAIN,
  has_path: DOMAIN,
  has_port: DOMAIN,
  one_label: DOMAIN,
  not_a_domain: DOMAIN,
  public_suffix: DOMAIN,
  has_user: ADDRESS,
  placeholder: DEVELOPER,
  family_required: FAMILY,
  changed: KEY,
  reserved_key: KEY,
  keys_differ: KEY,
};

const BY_POINTER: Readonly<Record<string, Repair>> = {
  '/developer_id': DEVELOPER,
  '/account_domain': DOMAIN,
  '/occurredAt': TIME,
  '/event_name': NAME,
  '/idempotencyKey': KEY,
  '/event_id': KEY,
};

const GONE: ReadonlySet<string> = new Set([
  'private_key_name',
  'credential_value',
  'forbidden_key',
  'unknown_field',
  'too_deep',
]);
const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

function repairOf({ code, pointer }: Refused, place: SnippetPlace): Repair | null {
  const renamed = code === 'unknown_field' && BY_POINTER[RENAMED[nameOf(pointer)] ?? ''];
  if (renamed) return { ...renamed, description: `${nameOf(pointer)} is sent as ${nameOf(renamed.at ?? '')} here.` };
  const known = BY_CODE[code];
  if (known) return known;
  if (code === 'family_contradicts_catalog')
    return without('/event_family', 'Leave it out: the family of a name of the catalog is the catalog’s.');
  if (pointer.startsWith('/product')) {
    const { product } = firstEvent(place);
    return sentAs('/product', product, 'Send the product that the tracking key belongs to.');
  }
  if (code === 'private_key_name' || code === 'credential_value') return without(pointer, PRIVATE);
  if (GONE.has(code)) return without(pointer, 'Leave it out, or put it flat into metadata if it belongs to the event.');
  if ((code === 'nul_character' || code === 'lone_surrogate') && !(pointer in BY_POINTER))
    return sentAs(pointer, 'text', TEXT);
  if (pointer === '/event_family') return FAMILY;
  return (
    BY_POINTER[pointer] ??
    (pointer.length > 1 ? without(pointer, 'Leave it out where its value is unknown, or send one that fits.') : null)
  );
}

/** The event that the endpoint would take: what was refused is corrected or gone, all else is an example. */
export function correctedOf(refused: readonly Refused[], name: string | null, place: SnippetPlace): Corrected {
  const repairs = refused.flatMap((one) => {
    const repair = repairOf(one, place);
    return repair ? [{ ...one, ...repair }] : [];
  });
  const isOwn = refused.some(
    ({ code, pointer }) => code === 'family_required' || (pointer === '/event_name' && code === 'pattern'),
  );
  const { context: _context, ...example } = firstEvent(place);
  const body = {
    ...example,
    event_name: isOwn ? OWN_NAME : (name ?? example.event_name),
    ...(isOwn ? { event_family: 'activation' } : {}),
    occurredAt: AT,
    idempotencyKey: 'call-1',
  };
  const lit = new Map(
    repairs.flatMap(({ at = '', description }) => (at.slice(1) in body ? [[at, description] as const] : [])),
  );
  return { body, lit, repairs };
}

const WRITTEN: Readonly<Record<RepairLanguage, (name: string, value: string) => string>> = {
  Node: (name, value) => `${name}: ${comma(value)}`,
  Python: (name, value) => `"${name}": ${comma(value)}`,
  Go: (name, value) => `"${name}": ${comma(value)}`,
  JSON: (name, value) => `"${name}": ${value},`,
};

/** The comma of a member stands before the comment behind it. */
const comma = (value: string): string =>
  / {1,2}(?:\/\/|#) /.test(value) ? value.replace(/( {1,2}(?:\/\/|#) )/, ',$1') : `${value},`;

/** The patch of a problem in a language: the line that goes, and the one that comes. */
export function patchOf({ pointer, at = pointer, lines: all }: Refused & Repair, language: RepairLanguage): string {
  const { was, now } = all[language];
  const write = WRITTEN[language];
  return [`- ${write(nameOf(pointer) || nameOf(at), was)}`, ...(now ? [`+ ${write(nameOf(at), now)}`] : [])].join('\n');
}

const SEPARATOR = ':';

/** The problems of a refused event in the address of the page that repairs it. */
export const refusedInAddress = (refused: readonly Refused[]): string[] =>
  refused.filter(({ code }) => code !== 'more_problems').map(({ code, pointer }) => `${code}${SEPARATOR}${pointer}`);

/** The problems that an address names; a text that names none is left out. */
export const refusedOfAddress = (texts: readonly string[]): Refused[] =>
  texts.slice(0, 20).flatMap((text) => {
    const [, code = '', pointer = ''] = /^([a-z0-9_]{1,100}):((?:\/.{0,200})?)$/s.exec(text) ?? [];
    return code ? [{ code, pointer }] : [];
  });
