/** Characters that end a line or move the cursor. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029\s]+/gu;
/** Invisible characters that reorder, join or hide text; joiners that scripts need stay. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** A cut goes back to the last word when that costs less than this part of the text. */
const WORD_CUT = 0.6;

/**
 * Other people's text as one plain line of at most `max` characters: without control and unseen characters, white space folded, cut at a
 * word with an ellipsis. Text stays text: it is data to show, never markup or an instruction.
 */
export const plainLine = (text: string, max?: number): string => nameLine(text.toWellFormed().replace(UNSEEN, ''), max);

/** A name as one line; characters that are not seen stay, so that the form of a tool refuses it instead of making it another's. */
export function nameLine(text: string, max: number = Number.POSITIVE_INFINITY): string {
  const line = text.toWellFormed().replace(LINE_BREAKERS, ' ').trim();
  if (line.length <= max) return line;
  const cut = line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const word = cut.lastIndexOf(' ');
  return `${(word > max * WORD_CUT ? cut.slice(0, word) : cut).trimEnd()}…`;
}
