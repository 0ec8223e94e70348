import { describe, expect, it } from 'vitest';
import { codeOf, loadedBy, reachableFrom, readSources, type Source } from '../setup/sources.js';

/** Lower layers first; a domain may import what stands in a lower line (architecture, Rules). */
const LAYERS = [
  ['accounts'],
  ['directory'],
  ['offers', 'planning', 'tracking', 'skills'],
  ['projects'],
  ['adoption', 'usage'],
  ['intake', 'enterprise'],
];
/** Features that `dai cdp map` enters by themselves, since the domain's own index would load the server. */
const FEATURES = ['catalog', 'cdp', 'check'].map((feature) => `server/tracking/${feature}/index`);
const layerOf = (domain: string): number => LAYERS.findIndex((layer) => layer.includes(domain));

const server = readSources('server');
const all = [...server.values()];
const folderOf = (name: string): string => /^server\/([^/]+)\//.exec(name)?.[1] ?? '';
const isDomain = (folder: string): boolean => !['', 'app', 'commands', 'demo', 'platform', 'public'].includes(folder);
/** `server/<domain>/<feature>` of a file inside one, else ''. */
const featureOf = (name: string): string => {
  const [root, domain = '', feature, file] = name.split('/');
  return root === 'server' && isDomain(domain) && feature && file ? `server/${domain}/${feature}` : '';
};
const domains = [...new Set(all.map(({ name }) => folderOf(name)).filter(isDomain))];

/** Every import that breaks a rule, as `file → target`. */
function breaches(sources: Iterable<Source>, isWrong: (from: Source, target: string) => boolean): string[] {
  return [...sources].flatMap((source) =>
    source.imports.filter(({ target }) => isWrong(source, target)).map(({ target }) => `${source.name} → ${target}`),
  );
}

describe('the rules of the architecture', () => {
  it('knows the layer of every domain', () => {
    expect(domains.length).toBeGreaterThan(2);
    expect(domains.filter((domain) => layerOf(domain) < 0)).toEqual([]);
  });

  it('enters a domain only through its index', () => {
    const wrong = breaches(all, ({ name }, target) => {
      const domain = folderOf(target);
      const isIndex = target === `server/${domain}/index` || FEATURES.includes(target);
      return isDomain(domain) && folderOf(name) !== domain && !isIndex;
    });
    expect(wrong).toEqual([]);
  });

  it('enters a feature only through its index', () => {
    const wrong = breaches(all, (from, target) => {
      const feature = featureOf(target);
      return feature !== '' && featureOf(from.name) !== feature && target !== `${feature}/index`;
    });
    expect(wrong).toEqual([]);
  });

  it('has no third level of folders in a domain', () => {
    const deep = all.filter(({ name }) => isDomain(folderOf(name)) && name.split('/').length > 4);
    expect(deep.map(({ name }) => name)).toEqual([]);
  });

  it('has no circle between the features of a domain', () => {
    const features = [...new Set(all.map(({ name }) => featureOf(name)).filter(Boolean))];
    expect(features.length).toBeGreaterThan(5);
    const usedBy = new Map(
      features.map((feature) => [
        feature,
        new Set(
          all
            .filter(({ name }) => featureOf(name) === feature)
            .flatMap(({ imports }) => imports.map(({ target }) => featureOf(target)))
            .filter((other) => other !== '' && other !== feature),
        ),
      ]),
    );
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(usedBy.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect(features.filter((feature) => reaches(feature, feature))).toEqual([]);
  });

  it('lets commands, the demo and the entry points alone use the composition root', () => {
    const users = all.filter(({ name }) => !['app', 'commands', 'demo', ''].includes(folderOf(name)));
    expect(breaches(users, (_from, target) => folderOf(target) === 'app')).toEqual([]);
  });

  it('keeps the platform free of every domain and of the composition root', () => {
    const platform = all.filter(({ name }) => folderOf(name) === 'platform');
    expect(
      breaches(platform, (_from, target) => target.startsWith('server/') && folderOf(target) !== 'platform'),
    ).toEqual([]);
  });

  it('lets a domain import lower layers alone, and never the composition root', () => {
    const wrong = breaches(all, ({ name }, target) => {
      const [from, to] = [folderOf(name), folderOf(target)];
      if (!isDomain(from) || from === to || !target.startsWith('server/') || to === 'platform') return false;
      return !isDomain(to) || layerOf(to) >= layerOf(from);
    });
    expect(wrong).toEqual([]);
  });

  it('has no circle of files that load each other', () => {
    const circles = all.filter(({ name, imports }) =>
      imports.some(({ target, typeOnly }) => !typeOnly && server.has(target) && loadedBy(target, server).has(name)),
    );
    expect(circles.map(({ name }) => name)).toEqual([]);
  });

  it('lets rest-shims know the platform and the types of the composition root, and no domain', () => {
    const foreign = [...readSources('rest-shims').values()].flatMap(({ name, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('server/') && folderOf(target) !== 'platform')
        .filter(({ target, typeOnly }) => !typeOnly || target !== 'server/app/parts')
        .map(({ target }) => `${name} → ${target}`),
    );
    expect(foreign).toEqual([]);
  });

  it('lets mcp and admin import nothing of the server, and of the server the two transports of MCP alone import mcp', () => {
    expect(
      breaches(readSources('mcp', 'admin').values(), (_from, target) => /^(server|rest-shims)\//.test(target)),
    ).toEqual([]);
    expect(breaches(all, (_from, target) => /^(admin|test|bench)\//.test(target))).toEqual([]);
    const users = all.filter(({ imports }) => imports.some(({ target }) => target.startsWith('mcp/')));
    expect(users.map(({ name }) => name).sort()).toEqual(['server/app/mcp', 'server/commands/mcp']);
  });

  it('keeps the standard output of `dai mcp serve` for the protocol, and the whole server out of its way', () => {
    const files = new Map([...server, ...readSources('mcp')]);
    const reached = [...loadedBy('mcp/serve', files)].filter((name) => files.has(name));
    expect(reached).toContain('mcp/tools/search-tools');
    expect(reached.filter((name) => !name.startsWith('mcp/'))).toEqual([]);
    const loud = reached.filter((name) => /\bconsole\.|process\.stdout/.test(codeOf(files.get(name) as Source)));
    expect(loud).toEqual([]);
  });

  it('maps CDP files without the server: no database, no Express, no configuration', () => {
    const reached = [...loadedBy('server/commands/cdp', server)];
    expect(reached).toContain('server/tracking/check/event.rules');
    const heavy =
      /^(@mikro-orm\/|pg$|express$|type-graphql$|server\/(app|accounts)\/|server\/platform\/(config|context|database|operation))/;
    expect(reached.filter((name) => heavy.test(name))).toEqual([]);
  });

  it('keeps the entity manager out of resolvers', () => {
    const resolvers = all.filter(({ name }) => name.endsWith('.resolver'));
    expect(resolvers.length).toBeGreaterThan(2);
    expect(resolvers.filter((one) => /\.em\b/.test(codeOf(one))).map(({ name }) => name)).toEqual([]);
    expect(breaches(resolvers, (_from, target) => target.startsWith('@mikro-orm'))).toEqual([]);
  });

  it('keeps rules pure: no database, clock, network or file, also not through what they load', () => {
    const rules = all.filter(({ name }) => name.endsWith('.rules'));
    expect(rules.length).toBeGreaterThan(5);
    const impure =
      /^(@mikro-orm\/|pg$|express$|redis$|nodemailer$|better-auth|node:(http|https|dns|tls|fs|child_process))|platform\/(clock|config|context|mail|log|limits)$|platform\/(database|outbound|jobs)\//;
    const wrong = rules.flatMap(({ name }) =>
      [...reachableFrom(name, server)].filter((one) => impure.test(one)).map((one) => `${name} loads ${one}`),
    );
    expect(wrong).toEqual([]);
    const clocks = rules.filter((one) =>
      /\bDate\.now\(|new Date\(\)|performance\.now|Math\.random|\bfetch\(/.test(codeOf(one)),
    );
    expect(clocks.map(({ name }) => name)).toEqual([]);
  });

  it('reads the environment in the configuration and the command line alone', () => {
    const readers = [...all, ...readSources('rest-shims', 'mcp').values()].filter((one) =>
      /\bprocess\.env\b/.test(codeOf(one)),
    );
    expect(readers.map(({ name }) => name).sort()).toEqual(['server/cli', 'server/platform/config']);
  });
});

/** Who may load what reaches the network, and why; anything else goes through `platform/outbound`. */
const NETWORK: Record<string, RegExp> = {
  'node:http': /^server\/(platform\/(http\/connection|outbound\/.*))$/,
  'node:https': /^server\/platform\/outbound\//,
  'node:net': /^server\/platform\/(database|outbound)\//,
  'node:tls': /^server\/platform\/outbound\//,
  'node:dns': /^server\/platform\/outbound\//,
  'node:dns/promises': /^server\/platform\/outbound\//,
  'node:http2': /^$/,
  'node:dgram': /^$/,
  undici: /^$/,
  'request-filtering-agent': /^server\/platform\/outbound\//,
  nodemailer: /^server\/platform\/mail$/,
  'graphile-worker': /^server\/platform\/jobs\/queue/,
  redis: /^server\/platform\/limits/,
  pg: /^server\/(platform\/database\/.*|tracking\/ingest\/(flush-queue|event-store)\.open)$/,
};

/** `isIP` only looks at text. */
const isPure = (names: string): boolean => /^\s*\{\s*isIP\s*\}\s*from\s*$/.test(names);

describe('what reaches the network', () => {
  it('is loaded by the files that are for it', () => {
    const wrong = [...all, ...readSources('rest-shims').values()].flatMap(({ name, imports }) =>
      imports
        .filter(
          ({ target, names, typeOnly }) =>
            !typeOnly && !isPure(names) && NETWORK[target] && !NETWORK[target].test(name),
        )
        .map(({ target }) => `${name} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is never the global fetch in the server', () => {
    expect(all.filter((one) => /(?<![.\w])fetch\(/.test(codeOf(one))).map(({ name }) => name)).toEqual([]);
  });
});
