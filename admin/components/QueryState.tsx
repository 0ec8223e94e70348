import type { ReactNode } from 'react';
import { problemOf } from '../providers/problem.js';
import { ProblemNotice } from './ProblemNotice.js';
import { Waiting } from './Waiting.js';

/** The state of a query of react-admin or react-query; its data may be any one answer. */
interface Asked<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

/** Waiting, failed or answered: each has its own look, and what was once shown stays while it is asked again. */
export function QueryState<Data>(props: {
  query: Asked<Data>;
  what: string;
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  return (
    <>
      {error ? <ProblemNotice problem={problemOf(error)} retry={() => void refetch()} /> : null}
      {data !== undefined && props.children(data)}
      {data === undefined && !error && <Waiting what={props.what} {...(props.rows ? { rows: props.rows } : {})} />}
    </>
  );
}
