import { readQuestion, replacedNames, type SearchParts, wholeName } from './question.read.js';
import { publicUse } from './rank.rules.js';
import type { Found } from './search.types.js';
import { alternativesTo, described, namesakes } from './tally.rules.js';

/** Everything that answers a question, best first (decisions §3). Sponsorship is not looked at. */
export function answer(parts: SearchParts, text: string): Found[] {
  const question = readQuestion(parts, text);
  if (question.words.length === 0) return [];
  const replaced = replacedNames(parts, question);
  const whole = replaced.length > 0 ? [] : wholeName(parts, question);
  const tallies =
    replaced.length > 0
      ? alternativesTo(parts, question, replaced)
      : whole.length > 0
        ? namesakes(parts, question, whole)
        : described(parts, question);
  return [...tallies]
    .map(([id, { score, extra, reasons }]) => ({
      id,
      score: Math.round(score + extra),
      reasons: [...new Set(reasons)],
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || use(parts, b.id) - use(parts, a.id) || bySlug(parts, a.id, b.id));
}

const use = (parts: SearchParts, id: string): number => publicUse(parts.tools.get(id) ?? { measures: [] });
const bySlug = (parts: SearchParts, a: string, b: string): number =>
  (parts.tools.get(a)?.slug ?? '') < (parts.tools.get(b)?.slug ?? '') ? -1 : 1;
