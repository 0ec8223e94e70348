import { credentialIn, mayCarryCredential } from '../../platform/secrets/secret.rules.js';
import { hiddenCharacters } from './hidden.rules.js';

const excerptLengthMax = 160;
const leadLength = 40;
/** How much of a very long line is looked at around a match; what is shown lies well inside, so that no credential is cut in two. */
const aroundMax = 1_500;
const token = /[\w+/=.:@%~-]{8,}/g;
const mask = '⟨secret⟩';

/** The text with its credentials masked, and where `at` has moved to; a text that still carries one is not shown at all. */
function masked(text: string, at: number): { text: string; at: number } {
  if (!mayCarryCredential(text)) return { text, at };
  let moved = at;
  const shown = text.replace(token, (part: string, start: number) => {
    if (!credentialIn(part)) return part;
    if (start < at) moved += start + part.length <= at ? mask.length - part.length : start - at;
    return mask;
  });
  const kind = credentialIn(shown);
  return kind ? { text: `⟨line not shown: it carries a credential (${kind})⟩`, at: 0 } : { text: shown, at: moved };
}

/** An invisible character, by its number. */
const named = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/**
 * The part of a line around `at` as plain text of at most 160 characters: hidden characters by their numbers, credentials masked. It is
 * text of others, to be shown as text.
 */
export function excerptOf(line: string, at: number): string {
  const from = Math.max(0, at - aroundMax);
  const around = masked(line.slice(from, at + aroundMax), at - from);
  const start = around.text.length <= excerptLengthMax ? 0 : Math.max(0, around.at - leadLength);
  const pieces = [
    ...around.text
      .slice(start, start + excerptLengthMax * 2)
      .replaceAll('\t', ' ')
      .trim(),
  ];
  let excerpt = start > 0 || from > 0 ? '…' : '';
  for (const piece of pieces) {
    const shown = hiddenCharacters.test(piece) ? named(piece) : /\p{Cs}/u.test(piece) ? '' : piece;
    if (excerpt.length + shown.length > excerptLengthMax - 1) return `${excerpt}…`;
    excerpt += shown;
  }
  return excerpt;
}
