import { createContext, type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { KeyHelp } from './KeyHelp.js';

/** An act of a page with its key, and its name in the list of keys. */
export interface KeyAct {
  /** As the keyboard names it, such as `j` or `?`; `Ctrl+K` works while a user types, too. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

type Acts = RefObject<readonly KeyAct[]>;
const Register = createContext<(acts: Acts) => () => void>(() => () => undefined);

const TYPED_INTO = 'textarea, select, input:not([type=checkbox], [type=radio]), [role=combobox]';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO));

const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  ctrlKey || metaKey ? `Ctrl+${key.toUpperCase()}` : key;

/** The keys of every page: while no dialog is open they run what the page says, and `?` lists them. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const registered = useRef(new Set<Acts>());
  const [listed, setListed] = useState<readonly KeyAct[] | null>(null);
  const register = useMemo(
    () => (acts: Acts) => {
      registered.current.add(acts);
      return () => void registered.current.delete(acts);
    },
    [],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('[role=dialog]')) return;
      const name = nameOf(event);
      if (isTyping(event.target) && !name.startsWith('Ctrl+')) return;
      // A page that was opened later, or stands around another, names a key last.
      const acts = new Map([...registered.current].flatMap(({ current }) => current.map((act) => [act.key, act])));
      acts.set(HELP.key, { ...HELP, run: () => setListed([...acts.values()]) });
      const act = acts.get(name);
      if (!act) return;
      event.preventDefault();
      act.run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <Register.Provider value={register}>
      {children}
      {listed && <KeyHelp acts={listed} onClose={() => setListed(null)} />}
    </Register.Provider>
  );
}

const HELP = { key: '?', label: 'Show these keys' };

/** Gives keys to the page as long as this component stands on it. */
export function useKeys(acts: readonly KeyAct[]): void {
  const latest = useRef(acts);
  latest.current = acts;
  const register = useContext(Register);
  useEffect(() => register(latest), [register]);
}
