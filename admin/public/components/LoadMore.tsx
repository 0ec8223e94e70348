import { isPlain } from '../visit.js';

interface LoadMoreProps {
  readonly to: string | null;
  /** True for a page that continues another. */
  readonly continued: boolean;
  readonly first: string;
  readonly busy: boolean;
  /** Adds the next page below this one; undefined without a script. */
  readonly onMore?: () => void;
}

/** The way to what comes next: another page without a script, more rows with one. */
export function LoadMore({ to, continued, first, busy, onMore }: LoadMoreProps) {
  if (to === null && !continued) return null;
  return (
    <nav className="more" aria-label="Pages">
      {continued && (
        <a href={first} rel="nofollow">
          First page
        </a>
      )}
      {to && (
        <a
          className="button"
          href={to}
          rel="nofollow"
          aria-busy={busy || undefined}
          onClick={(event) => {
            if (!onMore || !isPlain(event)) return;
            event.preventDefault();
            if (!busy) onMore();
          }}
        >
          {busy ? 'Loading…' : 'Load more'}
        </a>
      )}
    </nav>
  );
}
