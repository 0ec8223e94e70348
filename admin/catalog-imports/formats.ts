/** The formats that a file can have. */
export const FORMATS = [
  ['mcp-registry', 'MCP registry', 'JSON as the registry’s API gives it'],
  ['startup-credits', 'Startup credits', 'One vendor or entity as YAML'],
  ['csv', 'Tools as CSV', 'One tool to a row, named columns'],
  ['npm-downloads', 'npm downloads', 'Weekly downloads of packages'],
] as const;
export type FormatName = (typeof FORMATS)[number][0];

/** The formats of catalogs that come with the project, which no one uploads. */
const OWN_FORMATS = [
  ['starter', 'Starter catalog'],
  ['starter-offers', 'Starter offers'],
] as const;

/** A format in people's words. */
export const labelOfFormat = (format: string): string =>
  [...FORMATS, ...OWN_FORMATS].find(([name]) => name === format)?.[1] ?? format;

/** The states that an import can have. */
export const STATUSES = [
  ['running', 'running'],
  ['done', 'done'],
  ['failed', 'failed'],
] as const;

/** The outcomes that a row can have. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'superseded', 'held', 'refused'] as const;
