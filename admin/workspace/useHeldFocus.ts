import { useEffect } from 'react';
import { canTakeFocus, firstActIn, nearestTo, type Place, placeBefore, placeOf } from './neighbour.js';

/** Dialogs give the focus back, and pages take it, at once; what is still lost after that is lost. */
const SETTLED_MS = 50;
/** The frame of a dialog or a menu has the focus where nothing inside has it. */
const FRAME = '[role=dialog], [role=presentation]';

/** The last place of the focus, and the places to go on from should it vanish. */
interface Held {
  readonly element: HTMLElement;
  /** The row of it, the one after and the one before. */
  readonly records: readonly string[];
  /** The place of the element before it was taken out of the page. */
  place?: Place | null;
  /** In a dialog, what had the focus on the page that it was opened from. */
  readonly opener: Held | null;
}

/**
 * Keeps the focus of who works by keyboard: a button that was disabled while its act ran has it again, and where it can't
 * have it any more, it is on its row, the next one, the one before, on what stands beside it, or on the page's heading.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let held: Held | null = null;
    let timer: number | undefined;
    const hold = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      // A dialog under another takes the focus with it when it closes, and the frame of the other, which gets it, has no name.
      if (target.matches(FRAME)) return target.querySelector<HTMLElement>(':scope > [role=dialog]')?.focus();
      const onPage = target.closest('main') !== null;
      const opener = onPage ? null : (held?.opener ?? held);
      held = { element: target, records: onPage ? recordsAround(target) : (held?.records ?? []), opener };
    };
    const release = () => {
      held = null;
    };
    const restore = () => {
      if (!held || !isLost(held)) return;
      if (canTakeFocus(held.element)) held.element.focus({ preventScroll: true });
      else if (!isBusy(held.element)) successorOf(held)?.focus();
    };
    const observer = new MutationObserver((changes) => {
      for (const one of [held, held?.opener])
        if (one && !one.element.isConnected) one.place ??= placeBefore(one.element, changes);
      if (!held || !isLost(held)) return;
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

/** Whether nothing has the focus, only the dialog around the element that had it or of what it stood in, or it has it and can't use it for now. */
function isLost({ element, place }: Held): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return true;
  // The browser takes the focus from what is disabled a moment later.
  if (activeElement === element) return element.matches(':disabled');
  const around = element.isConnected ? [element] : (place?.parents ?? []);
  return activeElement.matches(FRAME) && around.some((one) => activeElement.contains(one));
}

/** A button whose act runs shows it, and has the focus again when it is done. */
const isBusy = (element: HTMLElement): boolean =>
  element.isConnected && element.querySelector('[role=progressbar]') !== null;

/** The row of an element, the one after it and the one before it. */
function recordsAround(element: HTMLElement): string[] {
  const row = element.closest<HTMLElement>('[data-record]');
  return [row, row?.nextElementSibling, row?.previousElementSibling].flatMap((one) =>
    one instanceof HTMLElement && one.dataset.record ? [one.dataset.record] : [],
  );
}

/** The next element to focus when one is gone or can't be used any more. */
function successorOf(held: Held): HTMLElement | null | undefined {
  const place = held.element.isConnected ? placeOf(held.element) : held.place;
  const isInDialog = place?.parents.some((one) => one.isConnected && one.matches('[role=dialog]'));
  return (
    (held.element.isConnected || isInDialog ? undefined : actOf(held.records)) ??
    (place && nearestTo(place)) ??
    (held.opener && (canTakeFocus(held.opener.element) ? held.opener.element : successorOf(held.opener))) ??
    document.querySelector<HTMLElement>('main h1')
  );
}

/** The first act in the first of these rows that still has one. */
function actOf(records: readonly string[]): HTMLElement | undefined {
  for (const id of records) {
    const act = firstActIn(document.querySelector(`[data-record="${CSS.escape(id)}"]`));
    if (act) return act;
  }
  return undefined;
}
