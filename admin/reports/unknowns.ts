import { GRADES } from './grades.js';
import { labelOfMetric } from './metrics.js';

/** The parts of a report and of its actions, by the members that pointers begin with. */
const PARTS: Readonly<Record<string, string>> = {
  summary: 'Overall grade',
  receipts: 'Receipts',
  toolCalls: 'Tool calls',
  retention: 'Retention',
  campaigns: 'Campaigns',
  accounts: 'Accounts',
};

const RECEIPTS: Readonly<Record<string, string>> = {
  successShare: 'Success of receipts',
  costCents: 'Cost of receipts',
  latencyMs: 'Latency of receipts',
  byType: 'Receipts by kind',
};

/** The rules of actions, by what they look at. */
const RULES: Readonly<Record<string, string>> = {
  activation_drop: 'Falling activation',
  refusals: 'Refused events',
  tool_failing: 'Failing tools',
  account_silent: 'Silent accounts',
  key_ending: 'Agent keys that end',
  campaign_without_activation: 'Campaigns without activation',
  family_missing: 'Missing families',
  retention_unknown: 'Events without a time',
  no_account: 'Events without an account',
  key_unused: 'Unused tracking keys',
  directory_evidence: 'Entry in the directory',
};

/** The label of the value behind a pointer, in people's words. */
export function labelOfPointer(pointer: string, gradeIds: readonly string[] = []): string {
  const [, part = '', member = ''] = pointer.split('/');
  if (part === 'totals') return labelOfMetric(member);
  if (part === 'previous') return `${labelOfMetric(member)} before`;
  if (part === 'grades') return `Grade: ${GRADES[gradeIds[Number(member)] ?? '']?.name ?? member}`;
  if (part === 'actions') return RULES[member] ?? member;
  if (part === 'receipts') return RECEIPTS[member] ?? PARTS.receipts ?? part;
  return PARTS[part] ?? pointer;
}
