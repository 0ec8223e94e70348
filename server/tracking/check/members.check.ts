import { isRecord } from '../../platform/json.rules.js';
import type { Findings, KeyBinding } from '../catalog/index.js';
import { checkAccount } from './account.rules.js';
import * as members from './member.rules.js';
import { checkReceipt } from './receipt.rules.js';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function touches(misfits: ReadonlySet<string>, member: string): boolean {
  for (const pointer of misfits) if (pointer === member || pointer.startsWith(`${member}/`)) return true;
  return false;
}

/**
 * Runs the rules of single members on those that fit so far; `misfits` are the pointers of what the schema or the walk refused. What was
 * read goes to `findings.mapped`.
 */
export function checkMembers(
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
