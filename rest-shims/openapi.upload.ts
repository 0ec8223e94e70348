import type { Json } from './openapi.answer.js';
import { headersOf } from './openapi.components.js';
import type { Upload } from './upload.js';

/** Refusals that any upload may answer; others are its own. */
const USUAL: Record<number, string> = {
  400: 'The form or the file is wrong; `errors` says what and where',
  401: 'Not signed in',
  403: 'A token instead of a session, another origin, or a role that may not do this',
  415: 'The body is not multipart/form-data',
  414: 'The address is over 16 KiB',
  429: 'A budget is spent',
  431: 'The headers are over 16 KiB',
  503: 'Service unavailable',
};

const nameOf = ({ operation }: Upload): string => `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** How the browser's session is shown; no token stands in for it. */
export const sessionScheme: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: 'dai.session_token',
  description:
    'The session of a signed-in person; writes need the workspace’s own origin. Over https it is sent over https alone, under the same name.',
};

/** The path of an upload in the description. */
export function describeUpload(upload: Upload): Json {
  const described = Object.entries({ ...USUAL, ...upload.answers }).map(([status, description]): [string, Json] => {
    const content =
      Number(status) < 400
        ? { 'application/json': { schema: ref(`${nameOf(upload)}Answer`) } }
        : { 'application/problem+json': { schema: ref('Problem') } };
    return [status, { description, headers: headersOf(Number(status)), content }];
  });
  return {
    operationId: upload.operation,
    tags: [upload.tag],
    summary: upload.summary,
    description: upload.description,
    security: [{ session: [] }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: ref(`${nameOf(upload)}Form`),
          examples: { form: { summary: 'The fields and the file', value: upload.example } },
        },
      },
    },
    responses: Object.fromEntries(described),
  };
}

/** The components of an upload: its form and its answer. */
export function uploadSchemas(upload: Upload): Json {
  const fields = Object.entries({ ...upload.fields, ...upload.optional }).map(([name, description]) => [
    name,
    { type: 'string', ...(upload.choices?.[name] ? { enum: upload.choices[name] } : {}), description },
  ]);
  const { name, description, mediaType } = upload.file;
  return {
    [`${nameOf(upload)}Form`]: {
      type: 'object',
      required: [...Object.keys(upload.fields), name],
      additionalProperties: false,
      properties: {
        ...Object.fromEntries(fields),
        [name]: { type: 'string', format: 'binary', contentMediaType: mediaType, description },
      },
    },
    [`${nameOf(upload)}Answer`]: upload.answer,
  };
}
