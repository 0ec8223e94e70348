import type { Download } from './download.js';
import type { Json } from './openapi.answer.js';
import { headersOf } from './openapi.components.js';

/** Refusals that any download may answer; others are its own. */
const USUAL: Record<number, string> = {
  400: 'A parameter is wrong; `errors` says which',
  401: 'Not signed in',
  403: 'A token instead of a session',
  414: 'The address is over 16 KiB',
  429: 'A budget is spent',
  431: 'The headers are over 16 KiB',
  503: 'Service unavailable',
};

/** The path of a download in the description. */
export function describeDownload(download: Download): Json {
  const described = Object.entries({ ...USUAL, ...download.answers }).map(([status, description]): [string, Json] => {
    const types = Number(status) < 400 ? download.mediaTypes : ['application/problem+json'];
    const schema = Number(status) < 400 ? { type: 'string' } : { $ref: '#/components/schemas/Problem' };
    const content = Object.fromEntries(types.map((type) => [type, { schema }]));
    return [status, { description, headers: headersOf(Number(status)), content }];
  });
  return {
    operationId: download.operation,
    tags: [download.tag],
    summary: download.summary,
    description: download.description,
    security: [{ session: [] }],
    parameters: Object.entries(download.query).map(([name, schema]) => ({
      name,
      in: 'query',
      required: download.required.includes(name),
      schema,
      ...(download.example[name] === undefined ? {} : { example: download.example[name] }),
    })),
    responses: Object.fromEntries(described),
  };
}
