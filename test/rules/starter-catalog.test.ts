import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { readStarterCatalog } from '../../server/directory/index.js';

const { tools } = readStarterCatalog();

/** The facts of a tool that must name a source, with what they hold. */
function factsOf(tool: (typeof tools)[number]): Record<string, unknown> {
  const { vendor, website, pricing, signupUrl, maturity, interfaces, install, packages, environment, docs } = tool;
  const known = (value: string): string | null => (value === 'unknown' ? null : value);
  const filled = <T>(list: readonly T[]): readonly T[] | null => (list.length ? list : null);
  return {
    vendor,
    website,
    'pricing.model': known(pricing.model),
    'pricing.freeTier': pricing.freeTier,
    'pricing.url': pricing.url,
    signupUrl,
    maturity: known(maturity),
    interfaces: filled(interfaces),
    install,
    packages: filled(packages),
    environment: filled(environment),
    'docs.url': docs.url,
    'docs.llmsTxt': docs.llmsTxt,
    'docs.openapi': docs.openapi,
  };
}

describe('the starter catalog', () => {
  it('has at least 300 tools over at least 25 categories, each once', () => {
    expect(tools.length).toBeGreaterThanOrEqual(300);
    expect(new Set(tools.map(({ slug }) => slug)).size).toBe(tools.length);
    expect(new Set(tools.flatMap(({ categories }) => categories)).size).toBeGreaterThanOrEqual(25);
  });

  it('names a source for every fact, and no source for a fact that is not there', () => {
    const wrong = tools.flatMap((tool) => {
      const facts = factsOf(tool);
      const sourced = new Set(tool.sources.flatMap((source) => source.facts));
      return [
        ...Object.entries(facts).flatMap(([fact, value]) =>
          value !== null && !sourced.has(fact) ? [`${tool.slug}: no source for ${fact}`] : [],
        ),
        ...[...sourced].flatMap((fact) =>
          (facts[fact] ?? null) === null ? [`${tool.slug}: a source for nothing: ${fact}`] : [],
        ),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('says in a line what each tool does, and gives no two tools one name', () => {
    expect(tools.filter(({ summary }) => summary.length > 140 || summary.length < 15).map(({ slug }) => slug)).toEqual(
      [],
    );
    const names = tools.map(({ name }) => name.toLowerCase());
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect(twice).toEqual([]);
  });

  it('installs what a package registry has under that name', () => {
    const odd = tools.flatMap(({ slug, install, packages }) => {
      const name = /^(?:npm install|pip install)\s+(?:-(?!g\b)\S+\s+)*([^\s-]\S*)/.exec(install?.command ?? '')?.[1];
      const bare = name?.replace(/(.)@[^/]*$/, '$1').replace(/\[.*\]$/, '');
      return bare &&
        (install?.kind === 'npm' || install?.kind === 'pip') &&
        !packages.some((one) => one.name.toLowerCase() === bare.toLowerCase())
        ? [`${slug}: ${install.command}`]
        : [];
    });
    expect(odd).toEqual([]);
  });
});
