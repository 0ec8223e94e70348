import type { BriefConstraints } from '../providers/generated/operations.js';
import { isRecord } from '../providers/problem.js';
import { BOUNDS } from './useDraft.js';

/** The contents of a receipt about the plan that was read. Shown only: whether it was signed here is for the service to check. */
export interface ReceiptShown {
  readonly intent: string;
  readonly constraints: BriefConstraints;
  readonly resultDigest: string;
  readonly expired: boolean;
}

/** How long a receipt can be saved from (decisions §3). */
const LIVES_DAYS = 30;
const DAY_MS = 86_400_000;

/** Reads the receipt of a brief, `rcp.<content>.<signature>`; null for a text of another form. */
export function readReceipt(id: string, nowMs: number): ReceiptShown | null {
  const [prefix, packed = ''] = id.split('.');
  const content = prefix === 'rcp' ? unpack(packed) : null;
  if (!Array.isArray(content)) return null;
  const [kind, intent, constraints, , resultDigest, day]: readonly unknown[] = content;
  if (kind !== 'build_brief' || typeof intent !== 'string' || !isRecord(constraints)) return null;
  return {
    intent,
    constraints: Object.fromEntries(
      BOUNDS.flatMap((name) => {
        const values = constraints[name];
        return Array.isArray(values) ? [[name, values.map(String)]] : [];
      }),
    ),
    resultDigest: String(resultDigest),
    expired: typeof day === 'number' && nowMs >= (day + LIVES_DAYS) * DAY_MS,
  };
}

function unpack(packed: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
