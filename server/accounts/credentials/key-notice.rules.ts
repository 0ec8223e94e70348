/** How many days before its end a key is told of (decisions §9), the earliest first. */
export const NOTICE_DAYS = [30, 20, 10] as const;

const DAY_MS = 86_400_000;
const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * The notice that is due by now, in UTC days; null when none is. The day of the creation has none, since the person who creates a key sees its end.
 * A worker that was away sends the latest one alone: an earlier one would say less.
 */
export function dueNotice({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): number | null {
  if (expiresAt <= now) return null;
  const due = NOTICE_DAYS.filter((days) => {
    const day = dayOf(expiresAt) - days;
    return day > dayOf(createdAt) && day <= dayOf(now);
  });
  return due.at(-1) ?? null;
}
