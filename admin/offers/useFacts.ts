import { useDeferredValue, useSyncExternalStore } from 'react';
import { type FactName, type Facts, readFacts } from './facts.js';

/** Facts stay in this tab: they are no part of an address, which gets sent to others and lies in histories. */
const ENTRY = 'dai.company-facts';
const listeners = new Set<() => void>();
let stored: string | null = sessionStorage.getItem(ENTRY);
let facts = readFacts(stored);

function keep(next: Facts): void {
  stored = JSON.stringify(next);
  facts = next;
  if (Object.keys(next).length === 0) sessionStorage.removeItem(ENTRY);
  else sessionStorage.setItem(ENTRY, stored);
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Says one fact, or with undefined takes it back. */
export function setFact(name: FactName, value: Facts[FactName]): void {
  const { [name]: _before, ...others } = facts;
  keep(value === undefined ? others : { ...others, [name]: value });
}

/** Takes every fact back. */
export const clearFacts = (): void => keep({});

/** The facts about the company that the person gave in this tab. */
export function useFacts(): { facts: Facts; given: number; questionFacts: Facts | undefined } {
  const current = useSyncExternalStore(subscribe, () => facts);
  const question = useDeferredValue(current);
  const given = Object.keys(current).length;
  return { facts: current, given, questionFacts: Object.keys(question).length > 0 ? question : undefined };
}
