/** The place of an element in the page, or the one it had before it was taken out. */
export interface Place {
  /** Around it, the nearest first, as far as the page or the dialog reaches. */
  readonly parents: readonly Element[];
  readonly previous: Node | null;
  readonly next: Node | null;
}

/** Elements that can have the focus and do something. */
const CAN_ACT =
  'a[href], summary, [tabindex="0"], :is(button, input, select, textarea):not(:disabled, [tabindex="-1"], [aria-hidden="true"])';
const BOUNDS = 'main, header, body';

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** Whether an element is there and can have the focus. */
export const canTakeFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && isShown(element);

/** The first thing inside an element that can be done. */
export const firstActIn = (element: Element | null): HTMLElement | undefined => actsIn(element)[0];

const actsIn = (element: Element | null): HTMLElement[] =>
  element ? [...element.querySelectorAll<HTMLElement>(CAN_ACT)].filter(isShown) : [];

function parentsFrom(element: Element | null): Element[] {
  const parents: Element[] = [];
  for (let one = element; one && !one.matches(BOUNDS); one = one.parentElement) {
    parents.push(one);
    if (one.matches('[role=dialog]')) break;
  }
  return parents;
}

/** The place of an element that is still there. */
export const placeOf = (element: Element): Place => ({
  parents: parentsFrom(element.parentElement),
  previous: element,
  next: null,
});

/** The place that an element had, by the changes that took it out; null where they don't say. */
export function placeBefore(element: Node, changes: readonly MutationRecord[]): Place | null {
  let outermost = element;
  while (outermost.parentNode) outermost = outermost.parentNode;
  const removal = changes.findLast(({ removedNodes }) => [...removedNodes].includes(outermost));
  if (!removal || !(removal.target instanceof Element)) return null;
  const { target, previousSibling, nextSibling } = removal;
  return { parents: parentsFrom(target), previous: previousSibling, next: nextSibling };
}

/** The heading of what an element stands in, which can have the focus from now on. */
function headingAround(element: Element): HTMLElement | undefined {
  const heading = element.closest('section, main')?.querySelector<HTMLElement>('h1, h2, h3');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading ?? undefined;
}

/**
 * The next act after a place, else the one before it, in the closest surroundings; acts before it on the page itself don't count. Where no
 * record of a list has anything left to do, it is the list's heading.
 */
export function nearestTo(place: Place): HTMLElement | undefined {
  const parents = place.parents.filter(({ isConnected }) => isConnected);
  for (const parent of parents) {
    const isList = parent.matches('table, ul') && parent.querySelector('[data-record]') !== null;
    const acts = actsIn(parent).filter((one) => !isList || !one.closest('thead'));
    const after = acts.filter((one) => isAfter(place, parents[0], one));
    // Prefer the way on among the acts that took the place of one, not the act that takes it back.
    const next = after.find((one) => one.matches('[data-primary]')) ?? after[0];
    const nearest = next ?? (parent.querySelector('h1') ? undefined : acts.at(-1));
    if (nearest) return nearest;
    if (isList) return headingAround(parent);
  }
  return undefined;
}

const { DOCUMENT_POSITION_FOLLOWING: FOLLOWING, DOCUMENT_POSITION_CONTAINED_BY: CONTAINED } = Node;

/** Whether an element comes after a place, which lies in `parent`. */
function isAfter({ previous, next }: Place, parent: Element | undefined, element: Element): boolean {
  const positionFrom = (node: Node) => node.compareDocumentPosition(element);
  if (previous?.isConnected) return (positionFrom(previous) & (FOLLOWING | CONTAINED)) === FOLLOWING;
  // The first of its kind leaves its place to what is first now.
  const anchor = previous && next?.isConnected ? next : parent;
  return anchor === element || Boolean(anchor && positionFrom(anchor) & FOLLOWING);
}
