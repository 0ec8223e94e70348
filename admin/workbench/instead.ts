import { createContext, useContext } from 'react';
import type { Bound } from './useDraft.js';

/** How a plan on the screen takes another tool: by changing its constraints. */
type Toggle = (bound: Bound, slug: string) => void;

/** Present where the constraints can be changed; a saved plan stays as it is. */
export const Instead = createContext<Toggle | null>(null);

/** Changes the constraints of the plan on the screen; null where it can't be changed. */
export const useInstead = (): Toggle | null => useContext(Instead);
