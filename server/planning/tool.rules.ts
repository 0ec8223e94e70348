import { registriesIn, type Tool } from '../directory/index.js';

/** The package registries of a stack: of the languages that the text names, else those in which every named tool has a package. */
export function ecosystemOf(text: string, tools: readonly Tool[]): Set<string> {
  const spoken = registriesIn(text);
  if (spoken.size > 0) return spoken;
  const [first, ...others] = tools
    .map(({ packages }) => new Set(packages.map(({ registry }) => registry)))
    .filter(({ size }) => size > 0);
  return new Set([...(first ?? [])].filter((registry) => others.every((one) => one.has(registry))));
}

/** A package name that means nothing to a shell: any other text that a source calls a package makes no command here. */
export const PLAIN_PACKAGE = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i;

/** The command that installs a package of a registry. */
const INSTALL_OF: Readonly<Record<string, { kind: string; command: (name: string) => string }>> = {
  npm: { kind: 'npm', command: (name) => `npm install ${name}` },
  pypi: { kind: 'pip', command: (name) => `pip install ${name}` },
};

/** The installation of a tool in the language of the stack: by its package there where it has one, else as the catalog says. */
export function installFor(
  { install, packages }: Pick<Tool, 'install' | 'packages'>,
  ecosystem: ReadonlySet<string>,
): { kind: string | null; command: string | null } {
  const registries = [...ecosystem].filter((registry) => INSTALL_OF[registry]);
  if (!registries.some((registry) => INSTALL_OF[registry]?.kind === install?.kind))
    for (const registry of registries) {
      const found = packages.find((one) => one.registry === registry && PLAIN_PACKAGE.test(one.name));
      const form = INSTALL_OF[registry];
      if (found && form) return { kind: form.kind, command: form.command(found.name) };
    }
  return install ?? { kind: null, command: null };
}

const WORDS: Readonly<Record<string, string>> = { open_source: 'open source', usage: 'pay per use' };

/** The pricing of a tool in words. */
export const pricingInWords = (model: string): string => WORDS[model] ?? model;
