import { type RefObject, useEffect } from 'react';

/** Whether a page was shown since the document was loaded: the first one leaves the focus where browsers begin. */
let shownBefore = false;

/** Scrolls a user who followed a link to the top of the new page and to its heading, as a loaded document would. */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (shownBefore) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    shownBefore = true;
    // Once for a page: a filter that changes the address must not move the focus.
  }, [heading]);
}
