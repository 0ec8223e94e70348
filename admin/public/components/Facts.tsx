import type { ReactNode } from 'react';
import { addressOf, hostOf } from '../texts.js';
import { Day } from './Day.js';
import { OutLink } from './OutLink.js';
import { Statement } from './Statement.js';

export interface Source {
  readonly url: string;
  readonly via: string | null;
  readonly readAt: string | null;
  /** The day on which a reviewer approved it, of a vendor's statement. */
  readonly approvedOn: string | null;
  readonly facts: readonly string[];
}

/** Facts under each other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

/** One fact with where it was read; without a value it is said to be unknown. */
export function Fact(props: { label: string; sources?: readonly Source[]; children: ReactNode }) {
  const isKnown =
    props.children !== null && props.children !== undefined && props.children !== '' && props.children !== false;
  return (
    <div className="fact">
      <dt>{props.label}</dt>
      <dd>{isKnown ? props.children : <span className="muted">unknown</span>}</dd>
      {isKnown && props.sources && props.sources.length > 0 && (
        <dd className="read">
          <Sources sources={props.sources} />
        </dd>
      )}
    </div>
  );
}

/** The pages where facts were read and the day; and the days since which a vendor's statement alone supports them. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  const approvals = [...new Set(sources.flatMap(({ approvedOn }) => approvedOn ?? []))];
  return (
    <>
      <Pages sources={sources.filter(({ approvedOn }) => approvedOn === null)} />
      {approvals.map((day) => (
        <span key={day} className="source">
          <Statement approvedOn={day} />
        </span>
      ))}
    </>
  );
}

function Pages({ sources }: { sources: readonly Source[] }) {
  const hosts = sources.map(({ url }) => hostOf(url));
  const days = [...new Set(sources.map(({ readAt }) => readAt))];
  return days.map((day) => (
    <span key={day} className="source">
      read {day && <Day at={day} />} at{' '}
      {sources
        .filter(({ readAt }) => readAt === day)
        .map(({ url, via }, index) => (
          <span key={url}>
            {index > 0 && ', '}
            <OutLink to={url} title={via ? `${url}, through ${via}` : url}>
              {hosts.filter((host) => host === hostOf(url)).length > 1 ? addressOf(url) : hostOf(url)}
            </OutLink>
          </span>
        ))}
    </span>
  ));
}
