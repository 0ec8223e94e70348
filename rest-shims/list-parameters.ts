import type { Request } from 'express';
import { integerIn, limitParameter, type Shim, textOf } from './shim.js';

type Parameters = NonNullable<Shim['query']>;

const PAGE: Parameters = {
  limit: limitParameter(100, 50),
  cursor: {
    description: '`nextCursor` of the page before; it belongs to the same order and filters.',
    example: 'MDE5N2MwZGU',
  },
};
const RANGE: Parameters = {
  since: { description: 'At or after this ISO 8601 time.', example: '2026-11-01T00:00:00Z' },
  until: { description: 'Before this ISO 8601 time.', example: '2026-12-01T00:00:00Z' },
};

/** The query parameters of a list that is sorted by these names, and searched by a part of the texts that `searched` names. */
export const listParameters = (
  sorts: readonly string[],
  searched: string,
  options: { readonly timed: boolean } = { timed: true },
): Parameters => ({
  ...PAGE,
  sort: {
    description: `${sorts.join(', ')}; with a minus before it in descending order. -created when absent.`,
    schema: { type: 'string', enum: sorts.flatMap((name) => [name, `-${name}`]), default: '-created' },
    example: `-${sorts[0]}`,
  },
  q: { description: `Part of ${searched}, in any case; 0 to 200 characters.`, schema: textOf(200), example: 'api' },
  ...(options.timed ? RANGE : {}),
});

/** The variables that a document declares for them, and the arguments that it passes on. */
export const LIST_VARIABLES = '$limit: Int!, $cursor: String, $sort: String, $q: String';
export const LIST_ARGUMENTS = 'limit: $limit, cursor: $cursor, sort: $sort, q: $q';
export const TIMED_VARIABLES = `${LIST_VARIABLES}, $since: String, $until: String`;
export const TIMED_ARGUMENTS = `${LIST_ARGUMENTS}, since: $since, until: $until`;

/** The variables out of a request; what is absent stays absent, so that the argument's own default counts. */
export const listVariables = ({ query }: Request): Record<string, unknown> => ({
  ...query,
  limit: integerIn(query.limit ?? '50'),
});
