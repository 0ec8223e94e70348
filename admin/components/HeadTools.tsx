import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

/** The place for a list's tools in the head of the page or section around it. */
const Slot = createContext<HTMLElement | null>(null);

/** Keeps that place: `slot` stands in the head, `around` gives it to what follows. */
export function useHeadSlot() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return {
    // On a phone the page's act stays beside its title.
    slot: (
      <Box
        ref={setPlace}
        sx={{ display: 'flex', ml: 'auto', order: { xs: 1, sm: 0 }, '&:empty': { display: 'none' } }}
      />
    ),
    around: (children: ReactNode) => <Slot.Provider value={place}>{children}</Slot.Provider>,
  };
}

/** Tools that would have a row of their own stand beside the heading instead. */
export function HeadTools({ children }: { children: ReactNode }) {
  const place = useContext(Slot);
  return place && createPortal(children, place);
}
