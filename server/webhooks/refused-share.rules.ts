/** Fewer answers say nothing of a share. */
const ANSWERS_MIN = 20;

/** The answers that a product's keys got on a UTC day so far. */
export interface DayAnswers {
  readonly productUuid: string;
  readonly refused: number;
  readonly events: number;
}

export interface Crossing {
  /** Products that are above the threshold, and since when. */
  readonly since: Record<string, string>;
  /** Those of them that were not at the last look. */
  readonly crossed: readonly DayAnswers[];
}

/** Says which products are above the threshold now, and which have come above it since the last look: each is news once, until it was below. */
export function judgeShares(
  answers: readonly DayAnswers[],
  percent: number,
  { since, now }: { readonly since: Readonly<Record<string, string>>; readonly now: Date },
): Crossing {
  const above = answers.filter(
    ({ refused, events }) => refused + events >= ANSWERS_MIN && refused * 100 > percent * (refused + events),
  );
  return {
    since: Object.fromEntries(above.map(({ productUuid }) => [productUuid, since[productUuid] ?? now.toISOString()])),
    crossed: above.filter(({ productUuid }) => since[productUuid] === undefined),
  };
}
