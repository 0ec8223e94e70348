/** A run of a text: as it is, or invisible characters, told by their numbers. */
export interface Run {
  readonly kind: 'seen' | 'hidden';
  readonly text: string;
}

/**
 * Controls, formats, direction marks, fillers, tags, selectors, line separators, private and unassigned characters. A tab is seen; the
 * joiners and selectors of an emoji belong to it.
 */
const HIDDEN =
  /(?:(?!\t|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f)[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])+/gu;

/** A line with more runs than this is one run with the numbers in it: so many pieces would hold the page up. */
const RUNS_MAX = 400;

/** Takes a text apart, so that what it hides can be drawn apart from what it shows. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (runs.length >= RUNS_MAX) return [{ kind: 'seen', text: visible(text) }];
    if (index > from) runs.push({ kind: 'seen', text: text.slice(from, index) });
    runs.push({ kind: 'hidden', text: numbersOf(hidden) });
    from = index + hidden.length;
  }
  if (from < text.length) runs.push({ kind: 'seen', text: text.slice(from) });
  return runs;
}

/** A text in which every hidden character stands by its number, for where it can't be drawn: titles and names of buttons. */
export const visible = (text: string): string => text.replace(HIDDEN, numbersOf);

const numbersOf = (hidden: string): string =>
  Array.from(hidden, (one) => `⟨U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`).join('');
