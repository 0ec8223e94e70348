import type { OfferFacts, Tool } from '../catalog/index.js';
import { measureKinds } from '../measure.rules.js';
import { languageNamesOf, mcpLineOf } from '../search/index.js';
import { sourcesOf } from '../statement.rules.js';
import type { ToolLanguage, ToolSource } from '../tool-parts.types.js';
import type { ComparedFact } from './comparison.types.js';

/** The languages that a tool has a library for, by the registries of its packages; nothing is read out of texts. */
export const languagesOf = ({ interfaces, packages }: Pick<Tool, 'interfaces' | 'packages'>): ToolLanguage[] =>
  interfaces.includes('sdk')
    ? [...Map.groupBy(packages, ({ registry }) => registry)].flatMap(([registry, listed]) =>
        languageNamesOf(registry).map((language) => ({ language, registry, packages: listed.map(({ name }) => name) })),
      )
    : [];

const INTERFACES: Readonly<Record<Tool['interfaces'][number], string>> = {
  rest: 'REST API',
  graphql: 'GraphQL API',
  sdk: 'SDK',
  cli: 'Command line',
  mcp: 'MCP server',
};
export const interfaceInWords = (name: Tool['interfaces'][number]): string => INTERFACES[name];

/** `open source`, as people write the value of a list. */
export const inWords = (value: string): string => value.replaceAll(/[-_]/g, ' ');

/** A tool with its live offers and the titles of capabilities: all that its facts are read of. */
interface Scene {
  readonly tool: Tool;
  readonly offers: readonly OfferFacts[];
  readonly titles: ReadonlyMap<string, string>;
}

/** A fact by which tools are compared; no value is unknown. */
interface Comparable {
  readonly id: string;
  readonly title: string;
  /** The facts that a source of it names. */
  readonly facts: readonly string[];
  values(scene: Scene): readonly string[];
  sources?(tool: Tool): ToolSource[];
}

const known = (value: string | null | undefined): readonly string[] => (value ? [value] : []);

const COMPARABLE: readonly Comparable[] = [
  {
    id: 'vendor',
    title: 'Vendor',
    facts: ['vendor'],
    values: ({ tool: { vendor } }) => known([vendor?.name, vendor?.domain].filter(Boolean).join(' · ')),
  },
  {
    id: 'capabilities',
    title: 'Capabilities',
    facts: ['capabilities'],
    values: ({ tool, titles }) => tool.capabilities.map((id) => titles.get(id) ?? inWords(id)),
  },
  ...measureKinds.map(({ kind, title }): Comparable => {
    const figures = (tool: Tool) => tool.measures.filter((one) => one.kind === kind);
    return {
      id: kind,
      title,
      facts: [],
      values: ({ tool }) =>
        figures(tool).map(
          ({ value, subject, asOf }) =>
            `${value.toLocaleString('en')} (${subject.replace(/^\w+:/, '')}, as of ${asOf})`,
        ),
      sources: (tool) => figures(tool).map(({ source }) => pageOf(addressIn(source), null, kind)),
    };
  }),
  {
    id: 'pricing.model',
    title: 'Pricing',
    facts: ['pricing.model'],
    values: ({ tool: { pricing } }) => (pricing.model === 'unknown' ? [] : [inWords(pricing.model)]),
  },
  {
    id: 'pricing.freeTier',
    title: 'Free tier',
    facts: ['pricing.freeTier'],
    values: ({ tool: { pricing } }) => known(pricing.freeTier),
  },
  { id: 'offers', title: 'Live offers', facts: [], values: ({ offers }) => offers.map(({ title }) => title) },
  {
    id: 'maturity',
    title: 'Maturity',
    facts: ['maturity'],
    values: ({ tool: { maturity } }) => (maturity === 'unknown' ? [] : [maturity]),
  },
  {
    id: 'licence',
    title: 'Licence',
    facts: ['licence'],
    values: ({ tool: { licence } }) => known(licence?.spdx),
    sources: ({ licence }) => (licence ? [pageOf(licence.source, licence.checkedAt, 'licence')] : []),
  },
  {
    id: 'interfaces',
    title: 'Interfaces',
    facts: ['interfaces'],
    values: ({ tool }) => tool.interfaces.map(interfaceInWords),
  },
  {
    id: 'languages',
    title: 'Languages',
    facts: ['packages'],
    values: ({ tool }) => [...new Set(languagesOf(tool).map(({ language }) => language))],
  },
  {
    id: 'install',
    title: 'Install',
    facts: ['install'],
    values: ({ tool: { install } }) => known(install?.command),
  },
  {
    id: 'mcp',
    title: 'MCP server',
    facts: ['mcp'],
    values: ({ tool }) => {
      const line = mcpLineOf(tool);
      return known(line?.url ?? line?.command);
    },
  },
  { id: 'docs.url', title: 'Documentation', facts: ['docs.url'], values: ({ tool: { docs } }) => known(docs.url) },
  {
    id: 'docs.llmsTxt',
    title: 'llms.txt',
    facts: ['docs.llmsTxt'],
    values: ({ tool: { docs } }) => known(docs.llmsTxt),
  },
  {
    id: 'docs.openapi',
    title: 'OpenAPI',
    facts: ['docs.openapi'],
    values: ({ tool: { docs } }) => known(docs.openapi),
  },
];

/** The source of a figure is a sentence where it was read through a collection. */
const addressIn = (source: string): string => /https:\/\/[^\s,;]+/.exec(source)?.[0] ?? source;

const pageOf = (url: string, readAt: string | null, fact: string): ToolSource => ({
  kind: 'page',
  url,
  via: null,
  readAt,
  approvedOn: null,
  facts: [fact],
});

const isOf = (fact: string, ids: readonly string[]): boolean =>
  ids.some((id) => fact === id || fact.startsWith(`${id}.`));

/** The tools fact by fact; a fact that no one knows of any of them is left out. */
export function comparedFacts(scenes: readonly Scene[]): ComparedFact[] {
  return COMPARABLE.flatMap(({ id, title, facts, values, sources }) => {
    const cells = scenes.map((scene) => {
      const { tool } = scene;
      const found = values(scene);
      const shown = sources
        ? sources(tool)
        : sourcesOf(tool.sources, tool.statements).filter((one) => one.facts.some((fact) => isOf(fact, facts)));
      return found.length === 0
        ? { slug: tool.slug, values: null, sources: [] }
        : { slug: tool.slug, values: [...found], sources: shown };
    });
    const written = cells.flatMap((cell) => (cell.values ? [cell.values.toSorted().join('\n')] : []));
    return written.length === 0 ? [] : [{ id, title, differs: new Set(written).size > 1, cells }];
  });
}
