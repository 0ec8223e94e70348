import { integerIn, limitParameter, type Shim, textOf } from '../shim.js';

const registry = { method: 'get', tag: 'MCP registry', publicRead: true } as const;
const serverName = {
  description: 'The name of the server, percent-encoded',
  example: 'dai.catalog%2Fstripe',
};
const booleanIn = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

/** The read-only MCP subregistry, in the registry's own format (API v0.1). */
export const mcpServers: Shim = {
  ...registry,
  path: '/v0.1/servers',
  summary: 'Tools with an MCP interface, in the format of the MCP registry',
  operation: 'mcpServers',
  document: `query ($limit: Int!, $cursor: String, $search: String, $updatedSince: String, $version: String, $includeDeleted: Boolean!) {
    reply: mcpServers(limit: $limit, cursor: $cursor, search: $search, updatedSince: $updatedSince, version: $version, includeDeleted: $includeDeleted) {
      servers metadata { nextCursor count } } }`,
  query: {
    limit: limitParameter(100, 30),
    cursor: { description: 'metadata.nextCursor of the page before', example: '' },
    search: { description: 'A part of the name', schema: textOf(200), example: 'stripe' },
    updated_since: { description: 'An RFC 3339 time; deleted servers are told too', example: '2026-11-01T00:00:00Z' },
    version: { description: '`latest`, or an exact version', example: 'latest' },
    include_deleted: {
      description: 'true or false',
      schema: { type: 'boolean', default: false },
      example: 'false',
    },
  },
  parameterOf: { updatedSince: 'updated_since', includeDeleted: 'include_deleted' },
  arguments: ({ query }) => ({
    limit: integerIn(query.limit ?? '30'),
    cursor: query.cursor,
    search: query.search,
    updatedSince: query.updated_since,
    version: query.version,
    includeDeleted: booleanIn(query.include_deleted ?? 'false'),
  }),
  answers: { 200: 'Servers', 304: 'The caller has this answer already' },
};

const VERSIONS = `query ($name: String!, $version: String!) { reply: mcpServerVersions(name: $name, version: $version) {
  servers metadata { nextCursor count } } }`;

export const mcpServerVersions: Shim = {
  ...registry,
  path: '/v0.1/servers/{serverName}/versions',
  summary: 'The versions of one server',
  operation: 'mcpServerVersions',
  document: VERSIONS,
  inPath: { serverName },
  parameterOf: { name: 'serverName' },
  arguments: ({ params }) => ({ name: params.serverName, version: 'latest' }),
  answers: { 200: 'Versions', 304: 'The caller has this answer already', 404: 'There is no such server' },
};

export const mcpServerVersion: Shim = {
  ...registry,
  path: '/v0.1/servers/{serverName}/versions/{version}',
  summary: 'One version of one server',
  operation: 'mcpServerVersions',
  document: VERSIONS,
  inPath: { serverName, version: { description: 'A version, or `latest`', example: 'latest' } },
  parameterOf: { name: 'serverName' },
  arguments: ({ params }) => ({ name: params.serverName, version: params.version }),
  only: 'servers',
  answers: { 200: 'The server', 304: 'The caller has this answer already', 404: 'There is no such server or version' },
};
