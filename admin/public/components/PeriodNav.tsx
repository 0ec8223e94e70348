import { PERIODS, periodAt } from '../periods.js';

/** The periods as links to the same page; `part` is what of the page they change. */
export function PeriodNav({ path, part = '', period }: { path: string; part?: string; period: string }) {
  return (
    <nav className="filters" aria-label="Period">
      {PERIODS.map(([id, title]) => (
        <a
          key={id}
          className="choice"
          href={`${periodAt(path, id)}${part}`}
          aria-current={id === period ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
