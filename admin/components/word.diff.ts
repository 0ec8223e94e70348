import { diffArrays } from 'diff';

/** A run of words that both texts have, or that only the old or only the new one has. */
export interface Run {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

/** Beyond so many words that only one text has, the texts are shown as a whole: comparing them further would hold the page up. */
const EDITS_MAX = 500;

/** Compares two texts word by word; spaces belong to the word before them, so that the runs joined are the texts again. */
export function diffWords(before: string, after: string): Run[] {
  const changes = diffArrays(splitWords(before), splitWords(after), { maxEditLength: EDITS_MAX });
  if (changes === undefined) return whole(before, after);
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'new' : removed ? 'old' : 'same',
    text: value.join(''),
  }));
}

const splitWords = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

const whole = (before: string, after: string): Run[] => [
  ...(before ? [{ kind: 'old' as const, text: before }] : []),
  ...(after ? [{ kind: 'new' as const, text: after }] : []),
];
