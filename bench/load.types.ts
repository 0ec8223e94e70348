/** Stands in a body or path where every event gets an idempotency key of its own; as long as the key that replaces it. */
export const KEY_SLOT = '00000000-0000-0000-0000-000000000000';
/** Stands where every event gets one of many developers, so that folding has people to count. */
export const DEVELOPER_SLOT = 'dev_00000000';

/** HTTP load in a closed loop: every connection sends its next request when the answer to its last one is complete. */
export interface HttpOrder {
  readonly kind: 'http';
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Further paths that take turns with the first. */
  readonly morePaths?: readonly string[];
  readonly token: string | null;
  /** Sent as If-None-Match; then 304 without a body is the expected answer. */
  readonly ifNoneMatch?: string;
  /** The body with its slots; empty for GET. */
  readonly body: string;
  readonly eventsPerRequest: number;
  readonly connections: number;
  /** Requests per connection after which the same ones are sent again; null when each is new. */
  readonly repeatAfter: number | null;
  /** Texts that every answer must hold; `again` is for requests that were sent before. */
  readonly expected: { readonly first: readonly string[]; readonly again: readonly string[] };
  /** Load before the window that is not measured. */
  readonly leadMs: number;
  readonly windowMs: number;
}

/** Inserts straight into PostgreSQL, each client waiting for its commit: the limit, where `pgbench` is absent or sends one row only. */
export interface InsertOrder {
  readonly kind: 'insert';
  readonly databaseUrl: string;
  readonly clients: number;
  readonly rowsPerStatement: number;
  readonly leadMs: number;
  readonly windowMs: number;
}

/** Reads straight from PostgreSQL, with the next values each time: the limit of a read. */
export interface QueryOrder {
  readonly kind: 'query';
  readonly databaseUrl: string;
  readonly clients: number;
  readonly text: string;
  readonly values: readonly (readonly string[])[];
  readonly leadMs: number;
  readonly windowMs: number;
}

export type LoadOrder = HttpOrder | InsertOrder | QueryOrder;

/** The measures of one window of load; latencies are in milliseconds, from the write of a request to its complete answer. */
export interface LoadReport {
  /** Events (or rows) answered inside the window, for good. */
  readonly events: number;
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the generator in the window. */
  readonly generatorCpuSeconds: number;
  /** New events that were answered as stored since the order began, lead and tail included: the table must hold as many. */
  readonly storedEvents: number;
  /** Answers with another status or other flags than expected, with the first of them. */
  readonly wrong: number;
  readonly firstWrong: string | null;
}

/** The generator's messages while it works: the edges of its window, so that others' processor time is read at the same moments. */
export type LoadMessage =
  | { readonly kind: 'window' }
  | { readonly kind: 'over' }
  | { readonly kind: 'report'; readonly report: LoadReport }
  | { readonly kind: 'failed'; readonly reason: string };
