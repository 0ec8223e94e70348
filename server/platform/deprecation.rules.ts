/** A path that is served until a day and no longer: the day since which no client should begin to use it, and the call to make in its place. */
export interface Deprecated {
  readonly since: Day;
  readonly until: Day;
  /** Such as `Use /api/v1/adoption`. */
  readonly instead: string;
}

/** A UTC day, `YYYY-MM-DD`. */
export type Day = `${number}-${number}-${number}`;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LAST_DAY = /\buntil (\d{4}-\d{2}-\d{2})$/;

/** The reason that the schema and the descriptions give: what to use, and the day until which the member stays. Without a real day it throws. */
export function deprecationReason(instead: string, until: Day): string {
  if (midnightOf(until) === null) throw new Error(`${until} is no day until which something stays`);
  return `${instead}; stays until ${until}`;
}

/**
 * Marks a member of the schema, beside its type: `@Field(() => Float, { nullable: true, ...deprecatedUntil('2027-05-26', 'Use activationShare') })`.
 */
export const deprecatedUntil = (until: Day, instead: string): { readonly deprecationReason: string } => ({
  deprecationReason: deprecationReason(instead, until),
});

/** The day that a reason names, or null where it names none. */
export const lastDayIn = (reason: string): string | null => LAST_DAY.exec(reason)?.[1] ?? null;

/** The headers of every answer of a deprecated path: when it became one (RFC 9745), and when it stops (RFC 8594). */
export function deprecationHeaders({ since, until }: Deprecated): Readonly<Record<string, string>> {
  const [from, to] = [midnightOf(since), midnightOf(until)];
  if (from === null || to === null) throw new Error(`from ${since} until ${until} is no time`);
  return { Deprecation: `@${from / 1000}`, Sunset: new Date(to).toUTCString() };
}

function midnightOf(day: string): number | null {
  const time = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? time : null;
}
