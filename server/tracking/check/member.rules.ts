import {
  catalogEntry,
  type EventFamily,
  eventFamilies,
  type FieldProblem,
  type Findings,
  instantWithin,
  isPlaceholderDeveloper,
  type KeyBinding,
} from '../catalog/index.js';

/** Keys that only the service itself may use (decisions §2, Idempotency). */
export const reservedKeyPrefixes = ['relay:', 'csv:'] as const;

export const isEventFamily = (value: unknown): value is EventFamily => eventFamilies.some((family) => family === value);

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

/** Adds the warning for any project; `linked-project.find.ts` removes it for one that counts, so every other id is answered alike. */
export function checkProject({ warnings, mapped }: Findings, projectId: string): void {
  mapped.projectId = projectId;
  const detail =
    'projectId does not name a published project that lists this product: the event is stored without a link';
  warnings.push({ pointer: '/projectId', code: PROJECT_UNKNOWN, detail });
}

/** The warnings of an event whose project counts. */
export const withoutProjectWarning = (warnings: readonly FieldProblem[]): FieldProblem[] =>
  warnings.filter(({ code }) => code !== PROJECT_UNKNOWN);
