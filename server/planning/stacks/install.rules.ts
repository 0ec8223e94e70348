import type { Tool } from '../../directory/index.js';

/** A package name that means nothing to a shell: whatever else a source calls a package makes no command here. */
export const PLAIN_PACKAGE = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i;

/** How a package of a registry is installed. */
const INSTALL_OF: Readonly<Record<string, { kind: string; command: (name: string) => string }>> = {
  npm: { kind: 'npm', command: (name) => `npm install ${name}` },
  pypi: { kind: 'pip', command: (name) => `pip install ${name}` },
};

/** How to install a tool in the language of the stack: by its package there where it has one, else as the catalog says. */
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
