import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

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
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const content = ref.current?.firstElementChild;
    if (wide && content && content.scrollWidth > content.clientWidth) setNeeded(content.scrollWidth + 1);
  });
  return { ref, wide };
}
