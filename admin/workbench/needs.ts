import { createContext, useContext } from 'react';

/** How the needs of a plan on the screen are changed: by planning for another sentence. */
interface NeedEditing {
  readonly notUnderstood: readonly string[];
  readonly onPlan: (intent: string) => void;
}

/** Present where the needs can be changed; a saved plan stays as it is. */
export const NeedEditingContext = createContext<NeedEditing | null>(null);

/** Changes the needs of the plan on the screen; null where they can't be changed. */
export const useNeedEditing = (): NeedEditing | null => useContext(NeedEditingContext);
