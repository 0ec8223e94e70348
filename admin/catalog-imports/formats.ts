/** What a file may be. */
export const FORMATS = [
  ['mcp-registry', 'MCP registry', 'JSON as the registry’s API gives it'],
  ['startup-credits', 'Startup credits', 'One vendor as YAML'],
  ['csv', 'Tools as CSV', 'One tool to a row, named columns'],
  ['npm-downloads', 'npm downloads', 'Weekly downloads of packages'],
] as const;
export type FormatName = (typeof FORMATS)[number][0];

/** A format in people's words; one that comes with the project is shown as it is called. */
export const labelOfFormat = (format: string): string => FORMATS.find(([name]) => name === format)?.[1] ?? format;

/** Where an import may stand. */
export const STATUSES = [
  ['running', 'Running'],
  ['done', 'Done'],
  ['failed', 'Failed'],
] as const;

/** What may become of a row. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'refused'] as const;
