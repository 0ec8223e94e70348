import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the part that the address names and moves the focus there, once its content stands: the way back ends where it began. */
export function useAnchor(isReady: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!isReady || hash === '') return;
    const part = document.getElementById(hash.slice(1));
    if (!part) return;
    part.scrollIntoView({ block: 'start' });
    part.focus({ preventScroll: true });
    // Again for each visit, and not when numbers change while one reads.
  }, [isReady, hash, key]);
}
