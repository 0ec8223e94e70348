import { createContext, type ReactNode, useContext, useState } from 'react';
import { SecretDialog, type ShownSecret } from './SecretDialog.js';

const ShowSecret = createContext<(shown: ShownSecret) => void>(() => undefined);

/**
 * Shows secrets above whatever page is open: a list that is asked again, or a step that ticks because a key was created,
 * must not take the only showing of that key away.
 */
export function SecretProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownSecret | null>(null);
  return (
    <ShowSecret.Provider value={setShown}>
      {children}
      {shown && <SecretDialog shown={shown} onStored={() => setShown(null)} />}
    </ShowSecret.Provider>
  );
}

/** Shows a secret once. */
export const useShowSecret = (): ((shown: ShownSecret) => void) => useContext(ShowSecret);
