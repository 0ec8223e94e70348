/** Parts of the catalog's names that people write in capitals or in one certain way. */
const WRITTEN: Record<string, string> = {
  ab: 'A/B',
  ai: 'AI',
  api: 'API',
  cdn: 'CDN',
  cms: 'CMS',
  crm: 'CRM',
  css: 'CSS',
  gpu: 'GPU',
  graphql: 'GraphQL',
  http: 'HTTP',
  iot: 'IoT',
  javascript: 'JavaScript',
  llm: 'LLM',
  mcp: 'MCP',
  ocr: 'OCR',
  orm: 'ORM',
  paas: 'PaaS',
  pdf: 'PDF',
  rag: 'RAG',
  rest: 'REST',
  rpc: 'RPC',
  saas: 'SaaS',
  sdk: 'SDK',
  sms: 'SMS',
  sql: 'SQL',
  tls: 'TLS',
  ui: 'UI',
};

/** Names that don't come out right part by part. */
const WHOLE: Record<string, string> = {
  'ci-cd': 'CI/CD',
  cli: 'command line',
  usage: 'pay per use',
  docs_mcp: 'docs over MCP',
  activation: 'activation',
  retained: 'retention',
  public_source: 'public use',
  offer: 'offers',
};

/** A category, a capability, an interface, a pricing model or a signal in people's words. */
export const humanize = (name: string): string =>
  WHOLE[name] ??
  name
    .split(/[-_]/)
    .map((part) => WRITTEN[part] ?? part)
    .join(' ');

/** `npm weekly downloads of stripe`: a figure of a registry names it already. */
export function figureInWords(kind: string, subject: string): { readonly what: string; readonly of: string } {
  const [registry = '', ...name] = subject.split(':');
  const isNamed = name.length > 0 && kind.startsWith(registry);
  return { what: humanize(kind), of: isNamed ? name.join(':') : subject };
}

/** `1 tool` or `2 tools`: a count with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
