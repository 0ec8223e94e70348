import { type RefObject, useEffect } from 'react';
import { useNavigationType } from 'react-router-dom';

/** Whether a page was shown since the document was loaded: the first one leaves the focus where browsers begin. */
let shownBefore = false;

/** Scrolls a user who followed a link to the top of the new page and to its heading, as a loaded document would. */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>): void {
  // A link may be followed before the first page stands, which then is never shown.
  const followed = useNavigationType() === 'PUSH';
  useEffect(() => {
    if (shownBefore || followed) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    shownBefore = true;
    // Once for a page: a filter that changes the address must not move the focus.
  }, [heading]);
}
