import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, readSources, type Source } from '../setup/sources.js';

/** Names that are not the field's, with the word that takes their place. */
const NAMES: Readonly<Record<string, string>> = {
  door: 'transport or endpoint',
  doors: 'transports or endpoints',
  told: 'reported',
  said: 'message or text',
  says: 'description or label',
  kept: 'stored or cached',
  asked: 'requested',
  met: 'fulfilled',
  lives: 'active',
  wordOf: 'labelOf',
  onSaid: 'onAnswer',
  settleAnswer: 'a conditional GET',
  takeTurn: 'yieldToEventLoop',
  farewell: 'drain',
  sayFarewell: 'drain',
  useRoom: 'useContainerWidth',
  roomy: 'wide',
  useMore: 'useInfiniteList',
  MoreButton: 'LoadMoreButton',
  Answered: 'QueryState',
  Unsaid: 'MissingValue',
  Beside: 'SplitLayout',
  Arrival: 'ActivityStatus',
};

/** Files in which a name of the list is part of a contract. */
const NAMED_BY_CONTRACT: Readonly<Record<string, { files: readonly string[]; reason: string }>> = {
  door: {
    files: [
      'server/tracking/verdicts/verdict.entity',
      'server/tracking/verdicts/verdict.types',
      'admin/events/AnswerShow',
    ],
    reason: 'the field of a verdict in the published schema, and its column',
  },
  met: { files: ['admin/components/states'], reason: 'a published verdict of eligibility: met, not_met, unknown' },
};

/** Words that no comment, message, screen or guide has. */
const WORDS = /\b(?:whoever|nobody|somebody|anybody|everybody|anew|mint(?:s|ed|ing)?)\b/gi;

/** Former labels of the workspace's buttons and links; now Create, Load more, Clear, Remove, Restore, Preview import, Publish. */
const BUTTONS =
  /\b(?:Make (?:an|the) account|Show more|Forget them|Take it out|Put it back|Rehearse it|Make public proof|Make it public|Import it again|Name (?:a|the) product)\b/g;

/** Files that hold such a word for a reason. */
const WORDED: Readonly<Record<string, string>> = {
  'server/platform/database/embedded.place.ts': 'the system user that is called so',
};

/** This file, which names them all. */
const OWN = 'test/contract/words.test';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['server', 'rest-shims', 'mcp', 'admin', 'clients', 'bench', 'scripts', 'docs'];

/** Code without the texts that `codeOf` leaves: of templates, regular expressions and JSX. */
const namesIn = (source: Source): string[] => {
  const code = codeOf(source)
    .replaceAll(/(?<=[(,=:[]\s*)\/(?![*/])(?:[^/\\\n]|\\.)+\/[a-z]*/g, '')
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (text) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '),
    )
    .replaceAll(/(?<!=)>[^<>{}=;()]*</g, '><');
  return [...new Set(code.match(/[A-Za-z_$][\w$]*/g))];
};

describe('the words of the repository', () => {
  it('has no name that another word of the field stands for', () => {
    const sources = [...readSources('server', 'rest-shims', 'mcp', 'admin', 'clients', 'bench', 'test').values()];
    const found = sources
      .filter(({ name }) => name !== OWN)
      .flatMap((source) =>
        namesIn(source)
          .filter((name) => Object.hasOwn(NAMES, name) && !NAMED_BY_CONTRACT[name]?.files.includes(source.name))
          .map((name) => `${source.name}: ${name} → ${NAMES[name]}`),
      );
    expect(found).toEqual([]);
  });

  it('names a caller, a user or no one', () => {
    const files = [
      ...FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs,md,html,graphql}`, { cwd: ROOT })),
      'README.md',
      'CONTRIBUTING.md',
      'schema.graphql',
      '.env.example',
    ].filter((file) => !/node_modules|\/(?:dist|generated)\//.test(file) && !Object.hasOwn(WORDED, file));
    expect(files.length).toBeGreaterThan(900);
    const found = files.flatMap((file) =>
      [...new Set(readFileSync(path.join(ROOT, file), 'utf8').match(WORDS))].map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('calls the actions of the workspace by their usual names', () => {
    const found = [...readSources('admin').values()].flatMap(({ name, text }) =>
      [...new Set(text.match(BUTTONS))].map((button) => `${name}: ${button}`),
    );
    expect(found).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    const sources = readSources('server', 'admin');
    for (const [name, { files }] of Object.entries(NAMED_BY_CONTRACT))
      for (const file of files) expect(sources.get(file)?.text, file).toMatch(new RegExp(String.raw`\b${name}\b`));
    for (const file of Object.keys(WORDED)) expect(readFileSync(path.join(ROOT, file), 'utf8'), file).toMatch(WORDS);
  });
});
