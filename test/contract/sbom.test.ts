import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly {
    readonly purl: string;
    readonly name: string;
    readonly hashes?: readonly { readonly content: string }[];
    readonly licenses?: readonly object[];
  }[];
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const packageJson = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const written = (): string => execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: ROOT, encoding: 'utf8' });
const purlsOf = (names: Record<string, string>): string[] =>
  Object.entries(names).map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`);

describe('the software bill of materials', () => {
  const text = written();
  const { bomFormat, specVersion, components } = JSON.parse(text) as Sbom;
  const purls = new Set(components.map(({ purl }) => purl));

  it('names every package that an installation runs, with its checksum and licence, and none for development', () => {
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6']);
    expect(purlsOf(packageJson.dependencies).filter((purl) => !purls.has(purl))).toEqual([]);
    const onlyForDevelopment = purlsOf(packageJson.devDependencies).filter((purl) =>
      purl.startsWith('pkg:npm/%40biomejs'),
    );
    expect(onlyForDevelopment.filter((purl) => purls.has(purl))).toEqual([]);
    expect(components.length).toBe(purls.size);
    expect(components.length).toBeGreaterThan(200);
    for (const { name, hashes } of components) expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/);
    // Some packages name their licence in a form of long ago, which the lockfile leaves out.
    const unnamed = components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name);
    expect(unnamed.length).toBeLessThan(5);
  });

  it('is the same for the same lockfile, and tells nothing of the machine', () => {
    expect(written()).toBe(text);
    expect(text).not.toContain(ROOT);
    expect(text).not.toMatch(/https?:\/\/(?!cyclonedx\.org)/);
  });
});
