import { isRecord } from '../../platform/json.rules.js';
import { RepeatedMembers } from '../../platform/repeated-members.rules.js';
import { findCredentials } from '../../platform/secrets/secret.rules.js';
import {
  type CheckedEvent,
  type CheckMode,
  type FieldProblem,
  type Findings,
  type KeyBinding,
  type PreparedEvent,
  schemaErrors,
} from '../catalog/index.js';
import { contentMax, inspectContent, tooLarge, withoutStripped } from './content.rules.js';
import { refuse, refuseRawBatch, refuseWithAdvice, withSoundSuggestion } from './event.refuse.js';
import { problemsOf } from './event-problems.rules.js';
import { canonicalJson, digestOf } from './fingerprint.rules.js';
import * as members from './member.rules.js';
import { checkAccount, withoutNulls, withoutReceiptNulls } from './member.rules.js';
import { checkReceipt, withRoundedCost } from './receipt.rules.js';

/** Members that only a stored event needs: a dry run warns where one is missing. */
const neededToStore: ReadonlySet<string> = new Set(['/product', '/idempotencyKey']);
/** The event itself and one level below the deepest of metadata. */
const levelsSearched = contentMax.metadataLevels + 2;

/**
 * Checks one event as it came in against every rule of its content (spec §2.1, decisions §4) and answers all that is wrong at once. Pure:
 * `now` is the server's clock, `binding` what the tracking key is bound to. It answers at once and never throws, whatever `raw` is, as
 * long as reading a member has no effect (JSON, GraphQL variables). No problem repeats a value; `partial` and `suggestedPayload`, which
 * do, stay empty where a credential was found.
 */
export function checkEvent(raw: unknown, binding: KeyBinding, now: Date, mode: CheckMode): CheckedEvent {
  if (!isRecord(raw)) return refuse(raw instanceof RepeatedMembers ? raw.problems : [notAnObject(raw)]);
  return refuseRawBatch(raw, (call) => checkOne(call, binding, now, mode)) ?? checkOne(raw, binding, now, mode);
}

function checkOne(sent: unknown, binding: KeyBinding, now: Date, mode: CheckMode): CheckedEvent {
  if (!isRecord(sent)) return refuse([notAnObject(sent)]);
  const raw = withoutNulls(sent);
  const content = inspectContent(raw);
  if (content === null) return refuse([tooLarge('', 'An event', contentMax.eventBytes)]);
  const { stripped } = content;
  const event = stripped.length > 0 && !content.unreadable ? { ...raw, metadata: withoutStripped(raw.metadata) } : raw;
  const findings: Findings = { problems: content.problems, warnings: [], mapped: {} };
  const judged = withoutReceiptNulls(event);
  checkMembers(findings, judged, binding, now, fit(findings, judged, mode));
  const rounded = withRoundedCost(event, findings);
  const payload = payloadOf(rounded);
  const canonical = content.unreadable ? null : canonicalJson(payload);
  if (canonical !== null) checkSizes(findings, sent, rounded === sent ? canonical : canonicalJson(sent));
  const credentials = content.suspicious ? findCredentials(raw, levelsSearched) : null;
  if (credentials) findings.problems.push(...credentials.problems);
  const prepared = canonical === null ? null : prepare(findings.mapped, payload, canonical);
  if (findings.problems.length === 0 && prepared)
    return { ok: true, event: prepared, stripped, warnings: findings.warnings };
  const names = credentials?.problems.length ? credentials.names : null;
  return withSoundSuggestion(refuseWithAdvice(raw, findings, stripped, names, prepared), (payload) =>
    checkOne(payload, binding, now, 'dry-run'),
  );
}

function notAnObject(raw: unknown): FieldProblem {
  const hint = Array.isArray(raw)
    ? 'send up to 50 events to the batch path, as { "events": [ … ] }'
    : 'send the event itself as the body';
  return { pointer: '', code: 'wrong_type', detail: 'An event is a JSON object', hint };
}

/** Compares the event with the schema and answers the pointers of all that does not fit, what the walk refused among them. */
function fit({ problems, warnings }: Findings, event: Record<string, unknown>, mode: CheckMode): Set<string> {
  const misfits = new Set(problems.map((problem) => problem.pointer));
  for (const problem of problemsOf(schemaErrors(event))) {
    misfits.add(problem.pointer);
    const warns = mode === 'dry-run' && problem.code === 'required' && neededToStore.has(problem.pointer);
    (warns ? warnings : problems).push(problem);
  }
  return misfits;
}

/** The payload that is stored and compared: as sent, after stripping and without nulls, with `event_id` read as `idempotencyKey` (decisions §2). */
function payloadOf(event: Record<string, unknown>): Record<string, unknown> {
  if (event.event_id === undefined) return event;
  const { event_id: eventId, idempotencyKey = eventId, ...others } = event;
  return { ...others, idempotencyKey };
}

/** Sizes count what was sent, before stripping; `sent` is its canonical form. */
function checkSizes({ problems }: Findings, raw: Record<string, unknown>, sent: string): void {
  const bytes = Buffer.byteLength(sent);
  if (bytes <= contentMax.metadataBytes) return;
  const { metadata } = raw;
  if (bytes > contentMax.eventBytes) problems.push(tooLarge('', 'An event', contentMax.eventBytes));
  else if (metadata !== undefined && Buffer.byteLength(canonicalJson(metadata)) > contentMax.metadataBytes)
    problems.push(tooLarge('/metadata', 'metadata', contentMax.metadataBytes));
}

function prepare(mapped: Partial<PreparedEvent>, payload: Record<string, unknown>, canonical: string): PreparedEvent {
  return {
    idempotencyKey: mapped.idempotencyKey ?? '',
    eventName: mapped.eventName ?? '',
    eventFamily: mapped.eventFamily ?? null,
    familySource: mapped.familySource ?? null,
    developerId: mapped.developerId ?? '',
    accountDomain: mapped.accountDomain ?? null,
    account: mapped.account ?? null,
    vendorOwnDomain: mapped.vendorOwnDomain ?? false,
    freeMail: mapped.freeMail ?? false,
    product: mapped.product ?? null,
    campaignId: mapped.campaignId ?? null,
    attributionSource: mapped.attributionSource ?? null,
    occurredAt: mapped.occurredAt ?? null,
    projectId: mapped.projectId ?? null,
    payload,
    canonical,
    fingerprint: digestOf(canonical),
    receipt: mapped.receipt ?? null,
    bytes: Buffer.byteLength(canonical),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function touches(misfits: ReadonlySet<string>, member: string): boolean {
  for (const pointer of misfits) if (pointer === member || pointer.startsWith(`${member}/`)) return true;
  return false;
}

/**
 * Runs the rules of single members on those that fit so far; `misfits` are the pointers of what the schema or the walk refused. What was
 * read goes to `findings.mapped`.
 */
function checkMembers(
  findings: Findings,
  event: Record<string, unknown>,
  binding: KeyBinding,
  now: Date,
  misfits: ReadonlySet<string>,
): void {
  const fitting = (name: string): string | undefined => (misfits.has(`/${name}`) ? undefined : textOf(event[name]));
  const eventName = fitting('event_name');
  if (eventName !== undefined) members.checkFamily(findings, eventName, event.event_family);
  const developerId = fitting('developer_id');
  if (developerId !== undefined) members.checkDeveloper(findings, developerId);
  const domain = fitting('account_domain');
  if (domain !== undefined) checkAccount(findings, domain, binding.vendorDomain);
  const occurredAt = fitting('occurredAt');
  if (occurredAt !== undefined) members.checkOccurredAt(findings, occurredAt, now);
  const projectId = fitting('projectId');
  if (projectId !== undefined) members.checkProject(findings, projectId);
  members.checkKey(findings, fitting('idempotencyKey'), fitting('event_id'), binding.ownKeyPrefix);
  const { product, context, metadata } = event;
  if (isRecord(product)) {
    const [id, name, type] = [textOf(product.id), textOf(product.name), textOf(product.type)];
    const fits = !touches(misfits, '/product');
    if (fits && id !== undefined && name !== undefined && type !== undefined)
      members.checkProduct(findings, { id, name, type }, binding);
  }
  const attribution = isRecord(context) ? context.attribution : undefined;
  if (isRecord(attribution)) {
    if (!misfits.has('/context/attribution/campaignId'))
      findings.mapped.campaignId = textOf(attribution.campaignId) ?? null;
    if (!misfits.has('/context/attribution/source'))
      findings.mapped.attributionSource = textOf(attribution.source) ?? null;
  }
  const receipt = isRecord(metadata) ? metadata.usageReceipt : undefined;
  if (isRecord(receipt) && !touches(misfits, '/metadata/usageReceipt')) checkReceipt(findings, receipt, event, binding);
}

/** The product of a tracking key, as its events must name it. */
