/** A piece of an intent: words that ask for a need, words that nothing was made of, or neither. */
export interface IntentPiece {
  readonly text: string;
  readonly as: 'understood' | 'unknown' | null;
}

/** Whether a notice only lists words, which the sentence marks where it marks any. */
export const isMarked = (notice: string, unknown: readonly string[]): boolean =>
  unknown.length > 0 && notice.startsWith('Nothing was made of: ');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The intent in pieces, so that a wrong reading is seen in the sentence itself. */
export function markIntent(intent: string, phrases: readonly string[], unknown: readonly string[]): IntentPiece[] {
  const wanted = [...phrases, ...unknown].filter(Boolean).toSorted((one, other) => other.length - one.length);
  if (wanted.length === 0) return [{ text: intent, as: null }];
  const understood = new Set(phrases.map((phrase) => phrase.toLowerCase()));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${wanted.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return intent
    .split(found)
    .map((text, index): IntentPiece => {
      if (index % 2 === 0) return { text, as: null };
      return { text, as: understood.has(text.toLowerCase()) ? 'understood' : 'unknown' };
    })
    .filter(({ text }) => text !== '');
}

/** The intent without the words that ask for a need, and without the comma or "and" that joined them to it. */
export function withoutPhrase(intent: string, phrase: string): string {
  const words = `(?<![\\p{L}\\p{N}])${escaped(phrase)}(?![\\p{L}\\p{N}])`;
  const joined = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)';
  return intent
    .replace(new RegExp(`${joined}${words}|${words}(?:${joined})?`, 'iu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+([,.])/g, '$1')
    .trim();
}

/** The intent with one more need at its end. */
export const withNeed = (intent: string, need: string): string =>
  `${intent.trim().replace(/[\s.,;]+$/, '')}, ${need.charAt(0).toLowerCase()}${need.slice(1)}`;
