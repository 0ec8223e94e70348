import { useState } from 'react';
import type { Place } from './page.js';
import { addressAt, useVisits } from './visit.js';

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** The address of what comes next. */
  readonly more: string | null;
  readonly busy: boolean;
  readonly onMore?: () => void;
}

/** The rows of a page, and with a script those of the pages after it below them. `read` takes them from an answer of the same page. */
export function useRows<Row>(
  answer: unknown,
  place: Place,
  read: (answer: unknown) => { rows: readonly Row[]; nextCursor: string | null },
): Rows<Row> {
  const visits = useVisits();
  const [added, setAdded] = useState<{ to: unknown; pages: readonly unknown[] }>({ to: answer, pages: [] });
  const [busy, setBusy] = useState(false);
  const later = added.to === answer ? added.pages : [];
  const pages = [answer, ...later].map(read);
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const more = cursor === null ? null : addressWith(place, cursor);
  const loadMore = async (href: string) => {
    setBusy(true);
    try {
      const next = await visits?.read(href);
      if (next) setAdded({ to: answer, pages: [...later, next.answer] });
    } catch {
      window.location.assign(href);
    } finally {
      setBusy(false);
    }
  };
  return {
    rows: pages.flatMap(({ rows }) => rows),
    more,
    busy,
    ...(visits && more ? { onMore: () => void loadMore(more) } : {}),
  };
}

function addressWith({ path, query }: Place, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return addressAt(path, next);
}
