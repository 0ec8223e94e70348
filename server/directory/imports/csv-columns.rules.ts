/**
 * The columns of a table of tools, in any order, and the facts that they state. Lists have their items separated by semicolons; a blank
 * cell is absent knowledge.
 */
const FACTS = {
  slug: '/slug',
  name: '/name',
  summary: '/summary',
  aliases: '/aliases',
  vendor_name: '/vendor/name',
  vendor_domain: '/vendor/domain',
  website: '/website',
  categories: '/categories',
  capabilities: '/capabilities',
  pricing_model: '/pricing/model',
  free_tier: '/pricing/freeTier',
  pricing_url: '/pricing/url',
  signup_url: '/signupUrl',
  maturity: '/maturity',
  interfaces: '/interfaces',
  install_kind: '/install/kind',
  install_command: '/install/command',
  npm: '/packages',
  pypi: '/packages',
  environment: '/environment',
  docs_url: '/docs/url',
  llms_txt: '/docs/llmsTxt',
  openapi: '/docs/openapi',
  source_url: '/sources/0/url',
  read_at: '/sources/0/readAt',
} as const;
type Column = keyof typeof FACTS;

const facts: ReadonlyMap<string, string> = new Map(Object.entries(FACTS));
export const columns: readonly string[] = [...facts.keys()];
export const requiredColumns = ['slug', 'name', 'summary'] as const satisfies readonly Column[];

/** The facts that a row states, before they are checked: `parseToolFacts` says what is wrong with them. */
export function factsOfCells(row: ReadonlyMap<string, string>): Record<string, unknown> {
  const cell = (column: Column): string | null => row.get(column) || null;
  const list = (column: Column): string[] =>
    (row.get(column) ?? '')
      .split(';')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const pair = <T>(one: Column, other: Column, value: T): T | null => (cell(one) || cell(other) ? value : null);
  return {
    slug: cell('slug'),
    name: cell('name'),
    aliases: list('aliases'),
    summary: cell('summary'),
    vendor: pair('vendor_name', 'vendor_domain', { name: cell('vendor_name'), domain: cell('vendor_domain') }),
    website: cell('website'),
    categories: list('categories'),
    capabilities: list('capabilities'),
    pricing: { model: cell('pricing_model') ?? 'unknown', freeTier: cell('free_tier'), url: cell('pricing_url') },
    signupUrl: cell('signup_url'),
    maturity: cell('maturity') ?? 'unknown',
    interfaces: list('interfaces'),
    install: pair('install_kind', 'install_command', { kind: cell('install_kind'), command: cell('install_command') }),
    packages: [
      ...list('npm').map((name) => ({ registry: 'npm', name })),
      ...list('pypi').map((name) => ({ registry: 'pypi', name })),
    ],
    environment: list('environment'),
    docs: { url: cell('docs_url'), llmsTxt: cell('llms_txt'), openapi: cell('openapi') },
    sources:
      pair('source_url', 'read_at', [{ url: cell('source_url'), readAt: cell('read_at'), facts: statedIn(row) }]) ?? [],
  };
}

/** The names of the facts that a row states, as sources name them: `summary`, `pricing.model`, `vendor`. */
const statedIn = (row: ReadonlyMap<string, string>): string[] => {
  const stated = [...facts].filter(([column, pointer]) => row.get(column) && !pointer.startsWith('/sources'));
  return [
    ...new Set(
      stated.map(([, pointer]) =>
        pointer
          .slice(1)
          .replace(/^(vendor|install)\/.*/, '$1')
          .replace('/', '.'),
      ),
    ),
  ];
};

/** The column of a pointer into the facts of a row: the filled one, where two columns state the same fact. */
export function columnOf(pointer: string, row: ReadonlyMap<string, string>): string {
  const stating = [...facts].filter(([, fact]) => pointer === fact || pointer.startsWith(`${fact}/`));
  return (stating.find(([column]) => row.get(column)) ?? stating[0])?.[0] ?? '';
}
