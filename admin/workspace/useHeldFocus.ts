import { useEffect } from 'react';

/** Dialogs give the focus back, and pages take it, at once; what is still lost after that is lost. */
const SETTLED_MS = 50;
const CAN_ACT = 'a[href], button:not(:disabled), summary';

/** Where the focus was last, and the rows to go on from should it vanish. */
interface Held {
  readonly element: HTMLElement;
  readonly records: readonly string[];
}

/**
 * Keeps the focus of who works by keyboard: a button that was disabled while its act ran has it again, and where a row or
 * its button is gone, it is on that row, the next one, the one before, or the page's heading.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let held: Held | null = null;
    let timer: number | undefined;
    const hold = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      // A dialog, which stands outside the page, leads back to the row that it was opened from.
      const records = target.closest('main') ? recordsAround(target) : (held?.records ?? []);
      held = { element: target, records };
    };
    const release = () => {
      held = null;
    };
    const restore = () => {
      if (!held || (document.activeElement && document.activeElement !== document.body)) return;
      if (!held.element.isConnected) focusOneOf(held.records);
      else held.element.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!held || document.activeElement !== document.body) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(restore, SETTLED_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', hold);
    document.addEventListener('pointerdown', release);
    return () => {
      observer.disconnect();
      window.clearTimeout(timer);
      document.removeEventListener('focusin', hold);
      document.removeEventListener('pointerdown', release);
    };
  }, []);
}

/** The row of an element, the one after it and the one before it. */
function recordsAround(element: HTMLElement): string[] {
  const row = element.closest<HTMLElement>('[data-record]');
  return [row, row?.nextElementSibling, row?.previousElementSibling].flatMap((one) =>
    one instanceof HTMLElement && one.dataset.record ? [one.dataset.record] : [],
  );
}

/** What can be done in the first of these rows that still has something to do, else the page's heading. */
function focusOneOf(records: readonly string[]): void {
  const acts = records.map((id) => document.querySelector(`[data-record="${CSS.escape(id)}"]`)?.querySelector(CAN_ACT));
  const next = acts.find((one) => one instanceof HTMLElement) ?? document.querySelector('main h1');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
