import type { Page } from 'playwright-core';

/** Collects every text that can be reached from a value; elements of the page are read by themselves. */
const WALK = `
  const seen = new Set();
  const texts = [];
  const open = [];
  const look = (value) => {
    if (typeof value === 'string') texts.push(value);
    else if (value && typeof value === 'object' && !seen.has(value)) {
      seen.add(value);
      open.push(value);
    }
  };
  const walk = () => {
    while (open.length > 0) {
      const one = open.pop();
      if (one instanceof Map || one instanceof Set) for (const inner of one) look(inner);
      if (one === window || one instanceof Node) continue;
      for (const key of Object.keys(one)) {
        try {
          look(one[key]);
        } catch {}
      }
    }
  };`;

/**
 * Everything that the browser still holds of a page: its elements and the values of its fields, the state and the caches of the
 * application, storage, cookies and the address. What was sent to the service alone is not in it.
 */
export const everythingHeld = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    ${WALK}
    for (const element of document.querySelectorAll('*'))
      for (const key of Object.keys(element)) if (key.startsWith('__react')) look(element[key]);
    walk();
    for (const field of document.querySelectorAll('input, textarea')) texts.push(field.value);
    for (const { name } of await indexedDB.databases()) texts.push(name ?? '');
    for (const name of await caches.keys()) texts.push(name);
    texts.push(document.documentElement.outerHTML, document.cookie, location.href, JSON.stringify(history.state));
    texts.push(JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    return texts.join('\\n');
  })()`);
