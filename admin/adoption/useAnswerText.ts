import { useRef } from 'react';
import { useProductName } from '../products/useProducts.js';
import type { AdoptionQuestion } from '../providers/data.adoption.js';
import type { AdoptionView, useAdoption } from './useAdoption.js';

/**
 * The answer to another window, product or family in a sentence, for a user who can't see the numbers change; the first
 * answer is the page itself, and what comes while one looks is not said.
 */
export function useAnswerText(
  { productId, family }: AdoptionQuestion,
  { data, isPlaceholderData }: ReturnType<typeof useAdoption>,
): string {
  const product = useProductName(productId ?? '');
  const latest = useRef({ question: '', text: '' });
  if (data && !isPlaceholderData && data.id !== latest.current.question)
    latest.current = { question: data.id, text: latest.current.question && sentence(data, [product, family]) };
  return latest.current.text;
}

function sentence(
  { window: { from, to }, label, totals }: AdoptionView,
  about: readonly (string | null | undefined)[],
): string {
  const question = [`${from} to ${to}`, ...about.filter(Boolean)].join(', ');
  if (label === 'missing') return `${question}: no event counts.`;
  return `${question}: ${totals.developers} developers and ${totals.accounts} accounts active.`;
}
