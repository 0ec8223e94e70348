import { describe, expect, it } from 'vitest';
import { starterTools } from '../../bench/judge.run.js';
import { analyzeIntent } from '../../server/directory/search/intent.rules.js';
import { readEnglish, readLexicon } from '../../server/directory/search/lexicon.load.js';
import { compileLexicon, type Lexicon } from '../../server/directory/search/lexicon.rules.js';
import type { LexiconFile } from '../../server/directory/search/lexicon.schema.js';
import { rolesOf } from '../../server/directory/search/role.rules.js';
import { stemWith } from '../../server/directory/search/words.rules.js';

const file = readLexicon();
const english = readEnglish();
const lexicon = compileLexicon(file, english);
const changed = (change: Partial<LexiconFile>): Lexicon => compileLexicon({ ...file, ...change }, english);

/** A phrase as a person would write it. */
const spoken = (phrase: string): string => phrase.replaceAll('~ ', '').replaceAll('=', '');
const analysed = (text: string, by = lexicon) => analyzeIntent(by, text).analysis;
const requested = (text: string, by = lexicon): string[] => analysed(text, by).capabilities.map(({ id }) => id);

/** Capabilities that no tool of the starter catalog offers; a plan names them as a gap. */
const GAPS = ['compliance'];

describe('the lexicon', () => {
  it('has a phrase for every capability, and names each once', () => {
    const ids = file.capabilities.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(file.capabilities.filter(({ phrases }) => phrases.length === 0)).toEqual([]);
  });

  it('lists no phrase twice', () => {
    expect(lexicon.duplicates).toEqual([]);
  });

  it('understands every phrase on its own', () => {
    const dead = file.capabilities.flatMap(({ id, phrases, alone }) =>
      [...phrases, ...alone].filter((phrase) => !requested(spoken(phrase)).includes(id)),
    );
    const deadBundles = file.bundles.flatMap(({ capabilities, phrases }) =>
      phrases.filter((phrase) => capabilities.some((id) => !requested(spoken(phrase)).includes(id))),
    );
    expect([...dead, ...deadBundles]).toEqual([]);
  });

  it('has no guard that guards nothing', () => {
    const unguarded = changed({ guards: ['nothing to guard here'] });
    const sentences = [
      (guard: string) => guard,
      (guard: string) => `${guard} app`,
      (guard: string) => `${guard} system`,
      (guard: string) => `our ${guard} platform`,
      (guard: string) => `${guard} api`,
      (guard: string) => `sell ${guard}`,
      (guard: string) => `book ${guard}`,
      (guard: string) => `online ${guard}`,
      (guard: string) => `${guard} management`,
      (guard: string) => `${guard} online`,
      (guard: string) => `${guard} software`,
      (guard: string) => `${guard} tracking`,
      (guard: string) => `${guard} for`,
    ];
    const touches = (guard: string, text: string, by: Lexicon): boolean => {
      const { capabilities, excluded } = analysed(text, by);
      const words = guard.split(' ');
      return (
        capabilities.some(({ phrase }) => words.some((word) => phrase.toLowerCase().split(' ').includes(word))) ||
        (text === guard && excluded.length > 0)
      );
    };
    const guards = file.guards.map(spoken);
    expect(guards.filter((guard) => requested(guard).length > 0)).toEqual([]);
    expect(guards.filter((guard) => !sentences.some((sentence) => touches(guard, sentence(guard), unguarded)))).toEqual(
      [],
    );
  });

  it('takes every negation for one, and spares what only looks like one', () => {
    const { before, after, spared } = file.negations;
    const negates = (text: string, by = lexicon): boolean => analysed(text, by).excluded.includes('invoicing');
    expect(before.flatMap(({ phrases }) => phrases.filter((phrase) => !negates(`${phrase} invoices`)))).toEqual([]);
    expect(after.filter((phrase) => !negates(`invoices ${phrase}`))).toEqual([]);
    expect(spared.filter((phrase) => negates(`${phrase} invoices`))).toEqual([]);
    const unsparing = changed({ negations: { ...file.negations, spared: ['nothing to spare'] } });
    expect(spared.filter((phrase) => !negates(`${phrase} invoices`, unsparing))).toEqual([]);
  });

  it('hears every modifier, but for what it makes an exception of', () => {
    for (const { id, phrases, except } of file.modifiers) {
      const hears = (text: string, by = lexicon): boolean =>
        analysed(text, by).modifiers.some((modifier) => modifier.id === id);
      const unexcepted = changed({
        modifiers: file.modifiers.map((modifier) => (modifier.id === id ? { ...modifier, except: [] } : modifier)),
      });
      expect(phrases.filter((phrase) => !hears(phrase))).toEqual([]);
      expect(except.filter((phrase) => hears(phrase) || !hears(phrase, unexcepted))).toEqual([]);
    }
  });

  it('gives a name its role by every wording', () => {
    const roleIn = (text: string) => {
      const { words } = analyzeIntent(lexicon, text);
      const from = words.findIndex(({ plain }) => plain === 'acme');
      const name = { from, to: from + 1 };
      return rolesOf(lexicon, words, [name], [], new Set()).of.get(name);
    };
    const wrong = file.roles.flatMap(({ role, before, after }) =>
      [...before.map((phrase) => `${spoken(phrase)} acme`), ...after.map((phrase) => `acme ${spoken(phrase)}`)].filter(
        (text) => roleIn(text) !== (role ?? 'wanted'),
      ),
    );
    expect(wrong).toEqual([]);
    expect(roleIn('i would like acme')).toBe('wanted');
    expect(roleIn('acme')).toBe('wanted');
  });

  it('has no word in its lists of words that changes nothing', () => {
    expect(
      file.fillers.filter((word) => !requested(`generate ${word} changelog`).includes('release-management')),
    ).toEqual([]);
    expect(file.stopWords.filter((word) => analysed(`zebra ${word} giraffe`).words.includes(word))).toEqual([]);
    const stackless = changed({ stackWords: ['none'] });
    const finds = (text: string, by = lexicon): boolean => requested(text, by).includes('full-text-search');
    expect(file.stackWords.filter((word) => !finds(`search ${word}`) || finds(`search ${word}`, stackless))).toEqual(
      [],
    );
    expect(file.brandWords.filter((word) => lexicon.isEnglish(word))).toEqual([]);
    const brandless = changed({ brandWords: ['none'] });
    expect(file.brandWords.filter((word) => !brandless.isEnglish(word))).toEqual([]);
    const stem = stemWith([]);
    const apart = file.apart.map((entry) => entry.replace(/=.*/, ''));
    const stems = new Set(
      [...file.capabilities.flatMap(({ phrases, alone }) => [...phrases, ...alone]), ...file.guards]
        .concat(file.bundles.flatMap(({ phrases }) => phrases))
        .flatMap((phrase) => phrase.split(' '))
        .filter((word) => !apart.includes(word))
        .map(stem),
    );
    expect(apart.filter((word) => !stems.has(stem(word)))).toEqual([]);
  });

  it('keeps customers and customizing apart, customer and customers together', () => {
    const stem = stemWith(file.apart);
    expect(stem('customer')).not.toBe(stem('customize'));
    expect(stem('customers')).not.toBe(stem('customization'));
    expect(stem('customers')).not.toBe(stem('custom'));
    expect(stem('customers')).toBe(stem('customer'));
    expect(stem('customized')).toBe(stem('customize'));
  });

  it('knows every capability of the starter catalog, and has tools for each but the known gaps', () => {
    const offered = new Set(starterTools().flatMap(({ capabilities }) => capabilities));
    const known = new Set(file.capabilities.map(({ id }) => id));
    expect([...offered].filter((id) => !known.has(id))).toEqual([]);
    expect([...known].filter((id) => !offered.has(id) && !GAPS.includes(id))).toEqual([]);
  });
});

describe('reading an intent', () => {
  it.each([
    ['a SaaS with subscriptions, login and transactional email', ['subscriptions', 'authentication', 'email-sending']],
    ['chat with my own documents', ['rag-framework', 'vector-search', 'text-generation']],
    ['auth + search + queue', ['authentication', 'full-text-search', 'background-jobs']],
    ['search for node and python', ['full-text-search']],
    ['send our members a nice weekly email', ['email-sending']],
    ['help desk or helpdesk', ['customer-support']],
    ['web hooks and time-series', ['webhooks', 'time-series-database']],
    ['E-Mail, single-sign-on; CI/CD', ['email-sending', 'single-sign-on', 'ci-cd']],
    ['ask questions about 10,000 contracts', ['rag-framework', 'vector-search', 'text-generation']],
  ])('understands: %s', (text, capabilities) => {
    expect(requested(text)).toEqual(capabilities);
  });

  it.each([
    'train schedule app',
    'paymaster general archive website',
    'read mail order catalogues',
    'search party planner',
    'birdwatching log app',
    'coffee shop loyalty stamps',
    'vector illustrations for a magazine',
    'authentic recipes by many authors',
    'general knowledge about animals',
  ])('is not misled: %s', (text) => {
    expect(requested(text)).toEqual([]);
  });

  it.each([
    ['a blog, no database, no accounts', ['blog'], ['relational-database', 'authentication']],
    ['a shop without login, payments or search', ['ecommerce'], ['authentication', 'payments', 'full-text-search']],
    ['login is not needed, but payments are', ['payments'], ['authentication']],
    ['we already have login and invoices', [], ['authentication', 'invoicing']],
    ['not only invoices', ['invoicing'], []],
    ['no code', ['low-code'], []],
    ['no login and payments', ['payments'], ['authentication']],
    ['a login-free blog', ['blog'], ['authentication']],
    ['a kubernetes-free way to run containers', ['container-runtime'], ['container-orchestration']],
    ['free hosting', ['web-hosting'], []],
    ['I don’t need push notifications', [], ['push-notifications']],
  ])('hears what is not wanted: %s', (text, wanted, excluded) => {
    expect(requested(text)).toEqual(wanted);
    expect(analysed(text).excluded).toEqual(excluded);
  });

  it.each([
    ['athentication and paymnets', ['authentication', 'payments']],
    ['transactionl emial', ['email-sending']],
    ['vector databse', ['vector-search']],
  ])('forgives a mistake or two: %s', (text, capabilities) => {
    expect(requested(text)).toEqual(capabilities);
  });

  it('bends neither English words nor unknown names into a capability', () => {
    for (const text of [
      'a lodging house',
      'pavement art',
      'the Loggia app by Paymento',
      'hashing cartography surrenders',
    ])
      expect(requested(text)).toEqual([]);
  });

  it('answers the words as written, in their order, and what it did not understand', () => {
    expect(analysed('Invoices for Zebras, then Single Sign-On')).toMatchObject({
      lexiconVersion: file.version,
      capabilities: [
        { id: 'invoicing', phrase: 'Invoices', order: 0, size: 1 },
        { id: 'single-sign-on', phrase: 'Single Sign On', order: 1, size: 3 },
      ],
      excluded: [],
      modifiers: [],
      words: ['zebras'],
    });
  });

  it.each([
    ['payments, search and email', ['payments', 'full-text-search', 'email-sending']],
    ['search or email', ['full-text-search', 'email-sending']],
    ['search through articles and documents', ['full-text-search']],
  ])('reads each wish that a word joins to another: %s', (text, capabilities) => {
    expect(requested(text)).toEqual(capabilities);
  });

  it('never throws, whatever the text is', () => {
    for (const text of [
      '',
      ' ',
      '🙂🙂',
      'مرحبا بالعالم',
      '.*+?^${}()|[]\\',
      "'; drop table tool; --",
      'a',
      'the of and',
      '\u0000',
      '\ud800',
      '~',
      '= = ~ ~',
      'x'.repeat(10_000),
      'no '.repeat(200),
      'chat with my '.repeat(100),
    ])
      expect(analysed(text).words.length).toBeLessThan(2_000);
  });
});
