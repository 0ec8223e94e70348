/** What a file may be. */
export const FORMATS = [
  ['mcp-registry', 'MCP registry', 'JSON as the registry’s API gives it'],
  ['startup-credits', 'Startup credits', 'One vendor or entity as YAML'],
  ['csv', 'Tools as CSV', 'One tool to a row, named columns'],
  ['npm-downloads', 'npm downloads', 'Weekly downloads of packages'],
] as const;
export type FormatName = (typeof FORMATS)[number][0];

/** What comes with the project, and is no file that anyone brings. */
const OWN_FORMATS = [
  ['starter', 'Starter catalog'],
  ['starter-offers', 'Starter offers'],
] as const;

/** A format in people's words. */
export const labelOfFormat = (format: string): string =>
  [...FORMATS, ...OWN_FORMATS].find(([name]) => name === format)?.[1] ?? format;

/** Where an import may stand. */
export const STATUSES = [
  ['running', 'running'],
  ['done', 'done'],
  ['failed', 'failed'],
] as const;

/** What may become of a row. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'held', 'refused'] as const;
