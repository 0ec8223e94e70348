import type { Database } from '../app/database.js';
import { auditOfDecision, readHeld, settleHeld } from '../directory/index.js';
import { recordAudit } from '../platform/audit/audit.js';
import { systemClock } from '../platform/clock.js';
import { publicId, readId } from '../platform/ids.js';
import { UsageError } from './print.js';

/** The actor of an operator's decision in the audit log. */
const OPERATOR = 'operator';
const REASON_MAX = 500;

interface HeldLine {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly day: string;
  readonly value: number;
  readonly reason: string | null;
  readonly standingValue: number | null;
  readonly standingDay: string | null;
  readonly source: string;
  readonly tools: readonly string[];
}

/** The figures that wait for a reviewer, and a line for each. */
export async function listHeld(
  { orm }: Database,
  limit: number,
): Promise<{ held: readonly HeldLine[]; lines: readonly string[] }> {
  const found = await readHeld(orm.em.fork(), limit, null);
  const held = found.map((one) => ({
    id: publicId('msr', one.id),
    kind: one.kind,
    subject: one.subject,
    day: one.day,
    value: one.value,
    reason: one.reason,
    standingValue: one.standingValue,
    standingDay: one.standingDay,
    source: one.source,
    tools: one.tools.map(({ slug }) => slug),
  }));
  const lines = held.map(({ id, kind, subject, day, value, reason, standingValue, standingDay, tools }) => {
    const standing = standingValue === null ? 'none stands' : `${standingValue} of ${standingDay} stands`;
    return `${id}  ${day}  ${kind} of ${subject}: ${value} (${reason}; ${standing})  ${tools.join(', ')}`;
  });
  return { held, lines };
}

interface Decision {
  readonly ids: readonly string[];
  readonly decision: 'accept' | 'decline';
  readonly reason: string;
}

/** Takes or declines figures that wait; audited. */
export async function decideHeld(
  { orm }: Database,
  { ids, decision, reason }: Decision,
): Promise<{ decided: number; missing: string[] }> {
  if (reason.trim() === '' || reason.length > REASON_MAX)
    throw new UsageError(`--reason must have 1 to ${REASON_MAX} characters`);
  const bare = ids.map((id) => {
    const uuid = readId('msr', id);
    if (uuid === null) throw new UsageError(`${id.slice(0, 60)} is no id that begins with msr_`);
    return uuid;
  });
  const at = systemClock.now();
  return orm.em.fork().transactional(async (em) => {
    const { settled, missing } = await settleHeld(em, at, { ids: bare, accept: decision === 'accept', by: OPERATOR });
    for (const figure of settled)
      await recordAudit(em, at, { actor: OPERATOR, ...auditOfDecision(figure, decision, reason.trim()) });
    return { decided: settled.length, missing: missing.map((id) => publicId('msr', id)) };
  });
}
