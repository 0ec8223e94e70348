import type { Import, Source } from './sources.js';

/** Lower layers first; a domain may import what stands in a lower line (architecture, Rules). */
const LAYERS = [
  ['accounts'],
  ['directory'],
  ['offers', 'planning', 'tracking', 'skills'],
  ['projects'],
  ['adoption', 'usage'],
  ['intake', 'enterprise', 'webhooks'],
];

/** The layer of a domain, 0 for the lowest; -1 for a folder that has none. */
export const layerOf = (domain: string): number => LAYERS.findIndex((layer) => layer.includes(domain));

/** `<folder>` of a source in `server/<folder>/`, else ''. */
export const folderOf = (name: string): string => /^server\/([^/]+)\//.exec(name)?.[1] ?? '';

export const isDomain = (folder: string): boolean =>
  !['', 'app', 'commands', 'demo', 'platform', 'public'].includes(folder);

/** `server/<domain>/<feature>` of a file inside one, else ''. */
export const featureOf = (name: string): string => {
  const [root, domain = '', feature, file] = name.split('/');
  return root === 'server' && isDomain(domain) && feature && file ? `server/${domain}/${feature}` : '';
};

/** Features that `dai cdp map` enters by themselves, since the domain's own index would load the server. */
const OPEN_FEATURES = ['catalog', 'cdp', 'check'].map((feature) => `server/tracking/${feature}/index`);

/** A rule about imports that no source may have. */
export interface ImportRule {
  /** Continues "the architecture …". */
  readonly rule: string;
  forbids(from: Source['name'], one: Pick<Import, 'target' | 'typeOnly'>): boolean;
}

const isServer = (name: string): boolean => name.startsWith('server/');

/** The rules of the architecture: the contract test holds them, and the graph draws in red what breaks one. */
export const IMPORT_RULES: readonly ImportRule[] = [
  {
    rule: 'enters a domain only through its index',
    forbids(from, { target }) {
      const domain = folderOf(target);
      const isIndex = target === `server/${domain}/index` || OPEN_FEATURES.includes(target);
      return isDomain(domain) && folderOf(from) !== domain && !isIndex;
    },
  },
  {
    rule: 'enters a feature only through its index',
    forbids(from, { target }) {
      const feature = featureOf(target);
      return feature !== '' && featureOf(from) !== feature && target !== `${feature}/index`;
    },
  },
  {
    rule: 'lets a domain import lower layers alone',
    forbids(from, { target }) {
      const [own, other] = [folderOf(from), folderOf(target)];
      if (!isDomain(own) || own === other || !isServer(target) || other === 'platform') return false;
      return !isDomain(other) || layerOf(other) >= layerOf(own);
    },
  },
  {
    rule: 'keeps the platform free of every domain and of the composition root',
    forbids: (from, { target }) => folderOf(from) === 'platform' && isServer(target) && folderOf(target) !== 'platform',
  },
  {
    rule: 'lets commands, the demo and the entry points alone use the composition root',
    forbids: (from, { target }) =>
      isServer(from) && !['app', 'commands', 'demo', ''].includes(folderOf(from)) && folderOf(target) === 'app',
  },
  {
    rule: 'lets rest-shims know the platform and the types of the composition root, and no domain',
    forbids: (from, { target, typeOnly }) =>
      from.startsWith('rest-shims/') &&
      isServer(target) &&
      folderOf(target) !== 'platform' &&
      !(typeOnly && target === 'server/app/parts'),
  },
  {
    rule: 'lets mcp and admin import nothing of the server, but for how CSV is written',
    forbids: (from, { target }) =>
      /^(mcp|admin)\//.test(from) &&
      /^(server|rest-shims)\//.test(target) &&
      !(from.startsWith('admin/') && target === 'server/platform/csv-text.rules'),
  },
  {
    rule: 'lets the server import nothing of the admin, the tests and the bench',
    forbids: (from, { target }) => isServer(from) && /^(admin|test|bench)\//.test(target),
  },
];

export const isForbidden: ImportRule['forbids'] = (from, one) => IMPORT_RULES.some((rule) => rule.forbids(from, one));
