import { DirectorySearch } from './components/DirectorySearch.js';

/** Why a page is not there, as the gateway knows it. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly requestId: string;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'This search can’t be answered',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'This can’t be done any more',
  413: 'This is too long',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
};

export const titleOf = ({ status }: Problem): string => TITLES[status] ?? 'Something went wrong';

/** The remedy, where the visitor can do something. */
const REMEDIES: Readonly<Record<number, string>> = {
  404: 'The address may be mistyped, or what stood here is no longer public.',
  429: 'Wait a moment, then load the page again.',
  503: 'Try again in a few seconds.',
};

/** A page in place of the one that was asked for: what happened, and where to go on. */
export function ProblemPage({ problem }: { problem: Problem }) {
  const remedy = REMEDIES[problem.status];
  return (
    <>
      <h1>{titleOf(problem)}</h1>
      <p className="summary">
        {problem.detail} {remedy}
      </p>
      {problem.status < 429 && <DirectorySearch />}
      <p>
        <a href="/">Home</a> · <a href="/directory">Directory</a> · <a href="/offers">Offers</a>
      </p>
      <p className="muted small">
        Request <code>{problem.requestId}</code>
      </p>
    </>
  );
}
