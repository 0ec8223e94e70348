import { describe, expect, it } from 'vitest';
import { featureOf, folderOf, IMPORT_RULES, isDomain, layerOf } from '../setup/architecture.js';
import { codeOf, loadedBy, reachableFrom, readSources, type Source } from '../setup/sources.js';

const server = readSources('server');
const all = [...server.values()];
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

  it.each(IMPORT_RULES)('$rule', ({ forbids }) => {
    const sources = [...all, ...readSources('rest-shims', 'mcp', 'admin').values()];
    const wrong = sources.flatMap(({ name, imports }) =>
      imports.filter((one) => forbids(name, one)).map(({ target }) => `${name} → ${target}`),
    );
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

  it('has no circle of files that load each other', () => {
    const circles = all.filter(({ name, imports }) =>
      imports.some(({ target, typeOnly }) => !typeOnly && server.has(target) && loadedBy(target, server).has(name)),
    );
    expect(circles.map(({ name }) => name)).toEqual([]);
  });

  it('lets the two transports of MCP alone import mcp', () => {
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
    const reached = [...loadedBy('server/commands/cdp.map', server)];
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
      /^(@mikro-orm\/|pg$|express$|redis$|nodemailer$|better-auth|node:(http|https|dns|tls|fs|child_process))|platform\/(clock|config|context|mail\/mail|log|limits\/limits)$|platform\/(database|outbound|jobs)\//;
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

/** The files that may load what reaches the network, and why; anything else goes through `platform/outbound`. */
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
  nodemailer: /^server\/platform\/mail\/mail\.job$/,
  'graphile-worker': /^server\/platform\/jobs\/queue/,
  redis: /^server\/platform\/limits/,
  pg: /^server\/(platform\/(database|backup)\/.*|tracking\/ingest\/(flush-queue|event-store)\.open|adoption\/publishing\/publication-secret\.query)$/,
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
