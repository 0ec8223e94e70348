import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A dialog that a row has opened would be lost with the row: the layout waits until it is closed. */
const isBehindDialog = (element: Element): boolean => element.closest('[aria-hidden="true"]') !== null;

/**
 * Whether an element's content has the room that it needs: at least `widthMin` pixels, and no less than what it turned
 * out to need when it was laid out. Undefined until the element was measured, which is before it is painted.
 */
export function useContainerWidth(widthMin: number): {
  ref: RefObject<HTMLDivElement | null>;
  wide: boolean | undefined;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  const [needed, setNeeded] = useState(widthMin);
  const wide = width === undefined ? undefined : width >= needed;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      if (!isBehindDialog(element)) setWidth(element.clientWidth);
    };
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // A closed dialog gives the focus back to the row that opened it.
    element.addEventListener('focusin', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', measure);
    };
  }, []);
  useLayoutEffect(() => {
    const content = ref.current?.firstElementChild;
    if (!wide || !content || isBehindDialog(content)) return;
    if (content.scrollWidth > content.clientWidth) setNeeded(content.scrollWidth + 1);
  });
  return { ref, wide };
}
