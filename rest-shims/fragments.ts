import { fragmentTexts } from './fragment.texts.js';

/** A document with the fragments that it spreads: what every client reads of a record is said once, in `documents/`. */
export function withFragments(document: string): string {
  const named = [...document.matchAll(/\.\.\.(\w+)/g)].map(([, name = '']) => name);
  const names = new Set(named.flatMap((name) => [name, ...(fragmentTexts[name]?.spreads ?? [])]));
  return [document, ...[...names].map((name) => fragmentTexts[name]?.text ?? '')].join('\n');
}
