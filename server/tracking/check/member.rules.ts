import { asciiHost, registeredDomain } from '../../platform/domain.rules.js';
import { isFreeMail } from '../../platform/free-mail.rules.js';
import { isRecord } from '../../platform/json.rules.js';
import {
  catalogEntry,
  type EventFamily,
  eventFamilies,
  eventSchema,
  type FieldProblem,
  type Findings,
  instantWithin,
  isPlaceholderDeveloper,
  type KeyBinding,
} from '../catalog/index.js';

/** Keys that only the service itself may use (decisions §2, Idempotency). */
export const reservedKeyPrefixes = ['relay:', 'csv:'] as const;

const isEventFamily = (value: unknown): value is EventFamily => eventFamilies.some((family) => family === value);

/** Names the family: the catalog's for a named event, the caller's for a custom one (spec §6). */
export function checkFamily({ problems, mapped }: Findings, eventName: string, given: unknown): void {
  const named = catalogEntry(eventName);
  const pointer = '/event_family';
  mapped.eventName = eventName;
  if (given !== undefined && !isEventFamily(given)) return;
  if (named?.family && given !== undefined && given !== named.family) {
    const hint = `leave event_family out, or send ${named.family}`;
    problems.push({
      pointer,
      code: 'family_contradicts_catalog',
      detail: `This named event belongs to ${named.family}`,
      hint,
    });
  } else if (named) {
    mapped.eventFamily = given ?? named.family;
    mapped.familySource = given !== undefined && named.family === null ? 'caller' : 'catalog';
  } else if (given === undefined) {
    const hint = `send one of ${eventFamilies.join(', ')}, or use a name of the catalog as it is written there`;
    problems.push({ pointer, code: 'family_required', detail: 'A custom event name needs event_family', hint });
  } else {
    mapped.eventFamily = given;
    mapped.familySource = 'caller';
  }
}

/** Refuses identifiers that stand for no one person. */
export function checkDeveloper({ problems, mapped }: Findings, developerId: string): void {
  if (isPlaceholderDeveloper(developerId)) {
    const hint = 'send one stable identifier per developer; an anonymous call is no event';
    problems.push({ pointer: '/developer_id', code: 'placeholder', detail: 'developer_id is a placeholder', hint });
  } else mapped.developerId = developerId;
}

/** The product must be the key's; a name or type that differ from the registration are stored as sent, with a warning. */
export function checkProduct(
  { problems, warnings, mapped }: Findings,
  product: { id: string; name: string; type: string },
  binding: KeyBinding,
): void {
  mapped.product = { id: product.id, name: product.name, type: product.type };
  if (product.id !== binding.productId && !binding.aliases.includes(product.id)) {
    const hint = `this tracking key belongs to the product ${binding.productId}`;
    problems.push({
      pointer: '/product/id',
      code: 'product_mismatch',
      detail: 'product.id is not the product of this tracking key',
      hint,
    });
    return;
  }
  if (product.name !== binding.productName) {
    warnings.push({
      pointer: '/product/name',
      code: 'product_name_differs',
      detail: 'The product is registered under another name; this one is stored as sent',
    });
  }
  if (product.type !== binding.productType) {
    warnings.push({
      pointer: '/product/type',
      code: 'product_type_differs',
      detail: 'The product is registered with another type; this one is stored as sent',
    });
  }
}

/** Reads `idempotencyKey` or `event_id`; both must be equal, and neither may begin like the service's own keys, but for `ownPrefix`. */
export function checkKey(
  { problems, mapped }: Findings,
  idempotencyKey: string | undefined,
  eventId: string | undefined,
  ownPrefix: string | undefined,
): void {
  const key = idempotencyKey ?? eventId;
  if (key === undefined) return;
  const pointer = idempotencyKey === undefined ? '/event_id' : '/idempotencyKey';
  if (idempotencyKey !== undefined && eventId !== undefined && idempotencyKey !== eventId) {
    problems.push({
      pointer: '/event_id',
      code: 'keys_differ',
      detail: 'event_id and idempotencyKey must be equal',
      hint: 'send only one of them',
    });
  } else if (reservedKeyPrefixes.some((prefix) => prefix !== ownPrefix && key.startsWith(prefix))) {
    problems.push({
      pointer,
      code: 'reserved_key',
      detail: `A key must not begin with ${reservedKeyPrefixes.join(' or ')}`,
    });
  } else mapped.idempotencyKey = key;
}

/** Reads the time of the event against the server's clock. */
export function checkOccurredAt({ problems, mapped }: Findings, text: string, now: Date): void {
  const read = instantWithin(text, now, '/occurredAt');
  if (read instanceof Date) mapped.occurredAt = read;
  else problems.push(read);
}

/** The warning of a projectId that does not count, whatever the reason. */
const PROJECT_UNKNOWN = 'project_unknown';

/** Adds the warning for any project; `withLinkedProject` removes it for one that counts, so every other id is answered alike. */
export function checkProject({ warnings, mapped }: Findings, projectId: string): void {
  mapped.projectId = projectId;
  const detail =
    'projectId does not name a published project that lists this product: the event is stored without a link';
  warnings.push({ pointer: '/projectId', code: PROJECT_UNKNOWN, detail });
}

/** The warnings of an event whose project counts. */
export const withoutProjectWarning = (warnings: readonly FieldProblem[]): FieldProblem[] =>
  warnings.filter(({ code }) => code !== PROJECT_UNKNOWN);

/** Names what is wrong with a text that is no domain. */
export function domainProblem(text: string, pointer: string): FieldProblem {
  const trimmed = text.trim();
  const hint = 'send the bare domain, such as customer.example';
  const wrong = (code: string, detail: string): FieldProblem => ({ pointer, code, detail, hint });
  if (trimmed.includes('://')) return wrong('has_scheme', 'A domain has no scheme');
  if (trimmed.includes('@')) return wrong('has_user', 'A domain is not an e-mail address and has no user');
  if (/[/?#\\]/.test(trimmed)) return wrong('has_path', 'A domain has no path or query');
  if (/:\d*$/.test(trimmed) && !trimmed.startsWith('[')) return wrong('has_port', 'A domain has no port');
  if (/^[^.]+\.?$/.test(trimmed)) return wrong('one_label', 'A domain has at least two labels');
  if (asciiHost(text) !== null)
    return wrong('public_suffix', 'This is a public suffix, under which many have their domains');
  return wrong('not_a_domain', 'This is not a domain name');
}

/** A domain that is in normal form already, as most are; the shared rule reads all others. */
const normalForm = /^(?:(?!-|xn--)[a-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,63}$/;
/** The domain of a customer's account, or null; a bare public suffix is of no customer. */
export function accountDomainOf(text: string): string | null {
  const domain = text.length <= 253 && normalForm.test(text) ? text : asciiHost(text);
  return domain === null || registeredDomain(domain) === null ? null : domain;
}

/**
 * Normalises the customer's domain and marks the vendor's own, which is stored but excluded from every cohort, and one of free mail, which is
 * stored and is no account.
 */
export function checkAccount(
  { problems, warnings, mapped }: Findings,
  text: string,
  vendorDomain: string | null,
): void {
  const pointer = '/account_domain';
  const domain = accountDomainOf(text);
  if (domain === null) {
    problems.push(domainProblem(text, pointer));
    return;
  }
  mapped.accountDomain = domain;
  mapped.account = registeredDomain(domain);
  const vendor = vendorDomain?.toLowerCase() ?? null;
  mapped.vendorOwnDomain = vendor !== null && (domain === vendor || domain.endsWith(`.${vendor}`));
  if (mapped.vendorOwnDomain) {
    const hint = 'send the domain of the customer that uses the product';
    warnings.push({
      pointer,
      code: 'vendor_own_domain',
      detail: 'This is the sending vendor’s own domain: the event is excluded from every cohort',
      hint,
    });
  }
  mapped.freeMail = !mapped.vendorOwnDomain && isFreeMail(domain);
  if (mapped.freeMail) {
    const hint = 'send the domain of the company, or leave it out where a person uses the product for themselves';
    warnings.push({
      pointer,
      code: 'free_mail',
      detail: 'This is the domain of a mail service for everyone: the event counts, and belongs to no account',
      hint,
    });
  }
}

/** The members of one object of an event, with those of the objects inside it; `metadata` keeps what it holds. */
interface Members {
  readonly [name: string]: Members | null;
}

const membersOf = (schema: object): Members =>
  'properties' in schema && isRecord(schema.properties)
    ? Object.fromEntries(
        Object.entries(schema.properties).map(([name, member]) => [
          name,
          name !== 'metadata' && isRecord(member) && 'properties' in member ? membersOf(member) : null,
        ]),
      )
    : {};
const EVENT = membersOf(eventSchema);

/**
 * The event without the members that are null, which are absent (decisions §2), outside of metadata, where a null is kept. Members that the
 * schema does not know stay, to be refused. An event without a null is answered as it is.
 */
export const withoutNulls = (event: Record<string, unknown>): Record<string, unknown> => withoutNullsOf(event, EVENT);

function withoutNullsOf(value: Record<string, unknown>, known: Members): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(known, name)) continue;
    const member = value[name];
    const inside = known[name];
    if (member === null) {
      copy ??= { ...value };
      delete copy[name];
    } else if (inside && isRecord(member)) {
      const rest = withoutNullsOf(member, inside);
      if (rest === member) continue;
      copy ??= { ...value };
      copy[name] = rest;
    }
  }
  return copy ?? value;
}

/** The event as its rules look at it: a null in the receipt of its metadata counts as absent, at any depth. */
export function withoutReceiptNulls(event: Record<string, unknown>): Record<string, unknown> {
  const { metadata } = event;
  if (!isRecord(metadata) || metadata.usageReceipt === undefined) return event;
  const receipt = withoutAnyNull(metadata.usageReceipt);
  if (receipt === metadata.usageReceipt && receipt !== null) return event;
  const { usageReceipt: _sent, ...others } = metadata;
  return { ...event, metadata: receipt === null ? others : { ...others, usageReceipt: receipt } };
}

function withoutAnyNull(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const rest = Object.entries(value).map(([name, member]) => [name, withoutAnyNull(member)] as const);
  if (rest.every(([name, member]) => member !== null && member === value[name])) return value;
  return Object.fromEntries(rest.filter(([, member]) => member !== null));
}
