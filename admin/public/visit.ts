import { createContext, type MouseEvent, use } from 'react';
import type { Site } from './page.js';

/** The data of a page for its script: which page of the table it is, and the answer. */
export interface Shown {
  readonly page: string;
  readonly params: Readonly<Record<string, string>>;
  readonly answer: unknown;
  readonly site: Site;
}

/** How the browser moves between addresses of one page without loading it again; null without a script. */
export interface Visits {
  /** Shows another address of the same page; loads it as the browser would where that fails. */
  show(href: string): void;
  /** Reads the same page at another address. */
  read(href: string): Promise<Shown>;
  /** True while an address is being read. */
  readonly waiting: boolean;
}

export const VisitsContext = createContext<Visits | null>(null);

export const useVisits = (): Visits | null => use(VisitsContext);

/** True for a click that follows the link here, not in another tab or window. */
export const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A path with a query, without a question mark that nothing follows. */
export const addressAt = (path: string, query: URLSearchParams): string => `${path}?${query}`.replace(/\?$/, '');
