import { z } from 'zod';
import type { PackageName, ToolFacts } from '../catalog/index.js';

const textField = z.string().nullish();
const variables = z.array(z.looseObject({ name: textField })).nullish();

/** A package of a server.json: of 2025-05 (registry_name, name), 2025-07 (registry_type, identifier) or later (registryType). */
export const packageForm = z.looseObject({
  registryType: textField,
  registry_type: textField,
  registry_name: textField,
  registryBaseUrl: textField,
  registry_base_url: textField,
  identifier: textField,
  name: textField,
  version: textField,
  environmentVariables: variables,
  environment_variables: variables,
});
export type McpPackage = z.infer<typeof packageForm>;

interface Registry {
  /** Its name in our catalog. */
  readonly registry: string;
  readonly form: RegExp;
  /** Hosts that its client asks by itself; a package of another host cannot be installed by name. */
  readonly hosts: readonly string[];
}

const OCI: Registry = {
  registry: 'oci',
  // An image without a namespace would be one of Docker's own: entries that name one mean an image to be built at home.
  form: /^[a-z0-9][a-z0-9._-]*(?::\d{1,5})?(?:\/[a-z0-9][a-z0-9._-]*)+(?::[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/,
  hosts: ['docker.io', 'registry-1.docker.io', 'hub.docker.com'],
};
const REGISTRIES: ReadonlyMap<string, Registry> = new Map(
  Object.entries({
    npm: {
      registry: 'npm',
      form: /^(?:@[a-z0-9~][a-z0-9._~-]*\/[a-z0-9_~]|[a-z0-9~])[a-z0-9._~-]*$/, // none that a shell or npx would take for an option
      hosts: ['registry.npmjs.org', 'www.npmjs.com', 'npmjs.com'],
    },
    pypi: { registry: 'pypi', form: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/, hosts: ['pypi.org'] },
    oci: OCI,
    docker: OCI,
    nuget: {
      registry: 'nuget',
      form: /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/,
      hosts: ['api.nuget.org', 'www.nuget.org', 'nuget.org'],
    },
    cargo: { registry: 'cargo', form: /^[A-Za-z][A-Za-z0-9_-]*$/, hosts: ['crates.io'] },
  }),
);
const NAME_MAX = 214;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

interface Named extends PackageName {
  /** An image with its tag; the name itself otherwise. */
  readonly reference: string;
}

/**
 * The package that an entry really names, or null. The first registry took names from files of a repository and asked no package registry:
 * without a version there was no package at all, and a name that has nothing to do with its server is likely another owner's package,
 * which no one should be advised to run. Later forms were checked when they were published.
 */
function namedPackage(entry: McpPackage, serverName: string): Named | null {
  const isOld = entry.registryType == null && entry.registry_type == null;
  const kind = REGISTRIES.get((entry.registryType ?? entry.registry_type ?? entry.registry_name ?? '').toLowerCase());
  const name = (entry.identifier ?? entry.name ?? '').trim();
  const version = entry.version?.trim() ?? '';
  if (!kind || name.length > NAME_MAX || !kind.form.test(name)) return null;
  if (isOld && (version === '' || !isRelated(name, serverName))) return null;
  const base = entry.registryBaseUrl ?? entry.registry_base_url ?? '';
  const host = URL.canParse(base) ? new URL(base).host : null;
  const isForeign = host !== null && !kind.hosts.includes(host);
  if (kind !== OCI) return isForeign ? null : { registry: kind.registry, name, reference: name };
  const image = isForeign && !name.startsWith(`${host}/`) ? `${host}/${name}` : name;
  const isTagged = /[:@]/.test(image.slice(image.lastIndexOf('/')));
  const [bare = image] = /^.*\/[^:@]*/.exec(image) ?? [];
  return { registry: 'oci', name: bare, reference: isTagged || !TAG.test(version) ? image : `${image}:${version}` };
}

/** True when a package speaks of MCP, or is in a scope, and shares a word with its server's name. */
function isRelated(name: string, serverName: string): boolean {
  const own = splitWords(serverName.replace(/^(?:io|com)\.git(?:hub|lab)\./, ''));
  const isScoped = name.startsWith('@') || name.includes('/');
  const isShared = (word: string): boolean =>
    own.some(
      (one) => one === word || (Math.min(one.length, word.length) > 2 && (one.includes(word) || word.includes(one))),
    );
  return (isScoped || /mcp/i.test(name)) && splitWords(name).some(isShared);
}

/** The words of a name that distinguish it from others. */
const splitWords = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('mcp', ' ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'server' && word !== 'client');

/** How a host starts each kind; the first kind that a server has is shown. */
const INSTALLS = [
  { registry: 'npm', kind: 'npm', command: (reference: string) => `npx -y ${reference}` },
  { registry: 'pypi', kind: 'pip', command: (reference: string) => `uvx ${reference}` },
  { registry: 'oci', kind: 'docker', command: (reference: string) => `docker run -i --rm ${reference}` },
] as const;

const PACKAGES_MAX = 20;
const VARIABLES_MAX = 50;

/** The facts that the packages of a server state of a tool: their names, how to start one, and which environment variables they read. */
export function packageFacts(
  entries: readonly McpPackage[],
  serverName: string,
): Pick<ToolFacts, 'packages' | 'install' | 'environment'> {
  const named = entries.flatMap((entry) => namedPackage(entry, serverName) ?? []);
  const unique = new Map(named.map(({ registry, name }) => [`${registry} ${name}`, { registry, name }]));
  const install = INSTALLS.flatMap(({ registry, kind, command }) => {
    const found = named.find((one) => one.registry === registry);
    return found ? [{ kind, command: command(found.reference) }] : [];
  })[0];
  const names = entries.flatMap((entry) => entry.environmentVariables ?? entry.environment_variables ?? []);
  const environment = new Set(names.map(({ name }) => name ?? '').filter((name) => VARIABLE.test(name)));
  return {
    packages: [...unique.values()].slice(0, PACKAGES_MAX),
    install: install ?? null,
    environment: [...environment].slice(0, VARIABLES_MAX),
  };
}
