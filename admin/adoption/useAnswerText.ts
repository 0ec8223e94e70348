import { useRef } from 'react';
import type { AdoptionView, useAdoption } from './useAdoption.js';

/**
 * The answer to another window, product or family in a sentence, for a user who can't see the numbers change; the first
 * answer is the page itself, and what comes while one looks is not said.
 */
export function useAnswerText({ data, isPlaceholderData }: ReturnType<typeof useAdoption>): string {
  const latest = useRef({ question: '', text: '' });
  if (data && !isPlaceholderData && data.id !== latest.current.question)
    latest.current = { question: data.id, text: latest.current.question && sentence(data) };
  return latest.current.text;
}

function sentence({ window: { from, to }, label, totals }: AdoptionView): string {
  const days = `${from} to ${to}`;
  if (label === 'missing') return `${days}: no event counts.`;
  return `${days}: ${totals.developers} developers and ${totals.accounts} accounts active.`;
}
