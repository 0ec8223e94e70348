import { useEffect, useRef } from 'react';

/** What a key does on a page, and its name in the list of keys. */
export interface KeyAct {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

const TYPED_INTO = 'textarea, select, input:not([type=checkbox], [type=radio]), [role=combobox]';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO));

/** Runs acts by single keys while no one types and no dialog is open; browsers' own combinations stay theirs. */
export function useKeys(acts: readonly KeyAct[]): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog]')) return;
      const act = latest.current.find(({ key }) => key === event.key);
      if (!act) return;
      event.preventDefault();
      act.run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
