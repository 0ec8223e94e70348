import type { HowRead } from '../providers/generated/operations.js';

/** Whether how a question was read says more than its answers do: it asks for several things, or has words that stand for nothing known. */
export const saysMore = ({ needs, words }: HowRead): boolean => needs.length > 1 || words.length > 0;

/** Says how words that stand for no need and no tool were used. */
export const describeWords = (words: readonly string[]): string =>
  `No known need or tool: ${words.join(', ')}. Names and descriptions were searched for ${words.length === 1 ? 'it' : 'them'}.`;
