import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { inspectContent, privateNames } from '../../server/tracking/check/content.rules.js';
import { canonicalJson } from '../../server/tracking/check/fingerprint.rules.js';
import { accepted, check, codesOf, eventWith, pick, refused, seeded } from './event.builder.js';

const meta = (metadata: unknown) => eventWith({ metadata });
const nested = (levels: number): unknown => (levels === 0 ? 'end' : { in: nested(levels - 1) });

describe('form of an event', () => {
  it('takes metadata of eight levels and refuses nine, in objects and lists', () => {
    expect(accepted(meta(nested(8))).ok).toBe(true);
    expect(codesOf(meta(nested(9)))).toEqual([`/metadata${'/in'.repeat(8)} too_deep`]);
    expect(codesOf(meta({ a: [[[[[[[['x']]]]]]]] }))).toEqual(['/metadata/a/0/0/0/0/0/0/0 too_deep']);
  });

  it('survives nesting that would end the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(codesOf(meta({ a: deep }))).toEqual(['/metadata/a/0/0/0/0/0/0/0 too_deep']);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(refused(meta(circle)).problems[0]?.code).toBe('too_deep');
  });

  it('reads nothing more of an event once it is beyond 32 KiB', () => {
    const readOn = () => {
      throw new Error('it was read on');
    };
    const beyond = (members: object) => ({ big: 'a'.repeat(32 * 1024 + 1), ...members });
    for (const event of [
      Object.defineProperty(beyond({}), 'more', { enumerable: true, get: readOn }),
      { metadata: Object.defineProperty(beyond({}), 'more', { enumerable: true, get: readOn }) },
      { list: Object.defineProperty(['a'.repeat(32 * 1024 + 1), 0], 1, { get: readOn }) },
    ])
      expect(inspectContent(event as Record<string, unknown>)).toBeNull();
    expect(inspectContent({ big: 'a'.repeat(32 * 1024 - 100) })).not.toBeNull();
  });

  it('takes metadata of exactly 16 KiB of canonical JSON in UTF-8, and not one byte more', () => {
    const fill = 16 * 1024 - '{"x":""}'.length;
    expect(accepted(meta({ x: 'a'.repeat(fill) })).ok).toBe(true);
    expect(codesOf(meta({ x: 'a'.repeat(fill + 1) }))).toEqual(['/metadata too_large']);
    expect(codesOf(meta({ x: 'ä'.repeat(fill / 2 + 1) }))).toEqual(['/metadata too_large']);
  });

  it('refuses an event over 32 KiB and reads no further', () => {
    expect(codesOf(eventWith({ developer_id: 'x'.repeat(33 * 1024) }))).toEqual([' too_large']);
    expect(codesOf(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])))).toEqual([
      ' too_large',
    ]);
  });

  it('counts what was sent, stripped or not', () => {
    expect(codesOf(meta({ importNotes: 'a'.repeat(17 * 1024) }))).toEqual(['/metadata too_large']);
  });

  it.each(['\0', 'a\0b'])('refuses NUL in any text and any name (%j)', (text) => {
    expect(codesOf(meta({ a: [text] }))).toEqual(['/metadata/a/0 nul_character']);
    expect(codesOf(meta({ [text]: 1 }))).toEqual(['/metadata nul_character']);
    expect(codesOf(eventWith({ developer_id: `d${text}` }))).toEqual(['/developer_id nul_character']);
  });

  it.each(['\ud800', 'a\udc00b'])('refuses half a surrogate pair in any text and any name (case %#)', (text) => {
    expect(codesOf(meta({ a: { b: text } }))).toEqual(['/metadata/a/b lone_surrogate']);
    expect(codesOf(meta({ [text]: 1 }))).toEqual(['/metadata lone_surrogate']);
    expect(codesOf(eventWith({ context: { attribution: { source: text } } }))).toEqual([
      '/context/attribution/source lone_surrogate',
    ]);
  });

  it('keeps what it could not store out of what it mapped', () => {
    const { partial } = refused(eventWith({ context: { attribution: { campaignId: 'a\0b' } } }));
    expect(partial.campaignId).toBeUndefined();
  });

  it('takes whole emoji', () => {
    expect(accepted(meta({ '👍': '👩‍💻' })).event.payload.metadata).toEqual({ '👍': '👩‍💻' });
  });

  it('refuses __proto__ as a name at every level, and changes no prototype', () => {
    expect(codesOf(JSON.parse('{"__proto__":{"event_name":"X"}}'))).toContain('/__proto__ forbidden_key');
    expect(codesOf(meta(JSON.parse('{"a":{"__proto__":{"polluted":1}}}')))).toEqual([
      '/metadata/a/__proto__ forbidden_key',
    ]);
    expect({}).not.toHaveProperty('polluted');
  });

  it('refuses numbers that are not finite and integers that lose digits, and says to send them as text', () => {
    expect(codesOf(meta(JSON.parse('{"a":1e400,"b":-1e400}')))).toEqual([
      '/metadata/a not_finite',
      '/metadata/b not_finite',
    ]);
    expect(codesOf(meta(JSON.parse('{"a":9007199254740993,"b":-9007199254740992,"c":1e300}')))).toEqual([
      '/metadata/a unsafe_integer',
      '/metadata/b unsafe_integer',
      '/metadata/c unsafe_integer',
    ]);
    expect(refused(meta({ a: 2 ** 53 })).problems[0]?.hint).toContain('as a string');
    expect(accepted(meta({ a: Number.MAX_SAFE_INTEGER, b: 1.5e-300, c: -0 })).ok).toBe(true);
  });

  it('refuses what JSON cannot say', () => {
    for (const value of [1n, () => 1, Symbol('s'), new Date(), new Map()])
      expect(codesOf(meta({ value }))).toEqual(['/metadata/value not_json']);
  });
});

describe('stripping', () => {
  const strippedFrom = (metadata: unknown) => {
    const { event, stripped } = accepted(meta(metadata));
    return { left: event.payload.metadata, stripped };
  };

  it.each([
    'import',
    'imported',
    'importBatch',
    'import_batch',
    'IMPORT',
    'IMPORTED_AT',
    'import-id',
    'ImportSource',
    'repoReceipt',
    'repository_receipt',
    'repositoryVerification',
    'repoVerifiedAt',
    'repo-proof',
    'REPOSITORY_EVIDENCE',
    'repositoryEvidenceUrl',
  ])('removes %s and says where it was', (name) => {
    expect(strippedFrom({ [name]: { a: 1 }, keep: 1 })).toEqual({ left: { keep: 1 }, stripped: [`/metadata/${name}`] });
  });

  it.each([
    'importance',
    'imports',
    'important',
    'reimport',
    'dataImport',
    'repoUrl',
    'repository',
    'reportReceipt',
    'receiptRepo',
    'repositoryName',
    'repoReceipts',
  ])('keeps %s', (name) => {
    expect(strippedFrom({ [name]: 1 })).toEqual({ left: { [name]: 1 }, stripped: [] });
  });

  it('removes the value IMPORT under source, origin, channel and kind, also as an element of their lists', () => {
    expect(
      strippedFrom({
        source: 'IMPORT',
        Origin: 'IMPORT',
        kind: 'API',
        channel: ['web', 'IMPORT', 'mail'],
        mode: 'IMPORT',
        other: ['IMPORT'],
      }),
    ).toEqual({
      left: { kind: 'API', channel: ['web', 'mail'], mode: 'IMPORT', other: ['IMPORT'] },
      stripped: ['/metadata/source', '/metadata/Origin', '/metadata/channel/1'],
    });
  });

  it('works at any depth, with positions as they were sent and the outermost place alone', () => {
    const metadata = { list: [{ a: 1, importId: 2 }, { deep: { repo_proof: { importId: 1 }, b: 2 } }, 3] };
    expect(strippedFrom(metadata)).toEqual({
      left: { list: [{ a: 1 }, { deep: { b: 2 } }, 3] },
      stripped: ['/metadata/list/0/importId', '/metadata/list/1/deep/repo_proof'],
    });
    expect(metadata.list[0]).toEqual({ a: 1, importId: 2 });
  });

  it('comes before the fingerprint: with or without what is stripped, it is the same event', () => {
    const one = accepted(meta({ a: 1, importId: 'x' })).event;
    expect(one.fingerprint).toEqual(accepted(meta({ a: 1 })).event.fingerprint);
  });

  it('comes before the judgement of names, and leaves other members of the event alone', () => {
    expect(strippedFrom({ importedPrompt: { prompt: 'x' } }).left).toEqual({});
    expect(accepted(eventWith({ context: { attribution: { source: 'IMPORT' } } })).event.attributionSource).toBe(
      'IMPORT',
    );
  });
});

describe('private names', () => {
  it.each([...privateNames, 'PROMPT', 'system_prompt', 'API-Key', 'Access Token', 'private.key', 'client__secret'])(
    'refuses the member %s in metadata, at any depth',
    (name) => {
      const checked = refused(meta({ list: [{ [name]: 'x' }] }));
      expect(checked.code).toBe('PRIVATE_CONTENT');
      expect(checked.problems).toMatchObject([{ pointer: `/metadata/list/0/${name}`, code: 'private_key_name' }]);
    },
  );

  it('takes a private name whose value is null: it is absent', () => {
    expect(accepted(meta({ prompt: null, list: [{ apiKey: null }] })).event.payload.metadata).toEqual({
      prompt: null,
      list: [{ apiKey: null }],
    });
  });

  it.each([
    'promptTokens',
    'tokenCount',
    'secretary',
    'diffs',
    'patchVersion',
    'cookieConsent',
    'messageCount',
    'completionRate',
    'keyId',
  ])('accepts %s: only whole names count', (name) => {
    expect(accepted(meta({ [name]: 1 })).ok).toBe(true);
  });

  it('counts among the members of the event itself, and says no more of one than that', () => {
    const raw = eventWith({
      prompt: 'x',
      product: { id: 'unlocker-api', name: 'Unlocker API', type: 'api', secret: 1 },
    });
    expect(refused(raw).code).toBe('PRIVATE_CONTENT');
    expect(codesOf(raw)).toEqual(['/product/secret private_key_name', '/prompt private_key_name']);
  });

  it('is private content also when other things are wrong', () => {
    const checked = refused(eventWith({ developer_id: 'null', metadata: { prompt: 'x' } }));
    expect(checked.code).toBe('PRIVATE_CONTENT');
    expect(checked.problems.map(({ code }) => code)).toEqual(['private_key_name', 'placeholder']);
  });
});

describe('canonical JSON', () => {
  it('is what the package canonicalize writes, whatever the names and values', () => {
    const random = seeded(20_261_120);
    const name = () =>
      pick(random, [
        'a',
        'B',
        '10',
        '9',
        '1a',
        'ä',
        '€',
        '😀',
        '\u0007',
        '"',
        '\\',
        '',
        'zz',
        'a.b',
        '-1',
        'constructor',
        'toString',
      ]);
    const value = (levels: number): unknown => {
      const kind = Math.floor(random() * (levels > 0 ? 8 : 6));
      if (kind === 6) return Array.from({ length: Math.floor(random() * 4) }, () => value(levels - 1));
      if (kind === 7)
        return Object.fromEntries(Array.from({ length: Math.floor(random() * 6) }, () => [name(), value(levels - 1)]));
      return pick(random, [
        null,
        true,
        name(),
        random() * 1e21,
        -random() * 1e-9,
        Math.floor(random() * 1e6),
        -0,
        1e21,
        0.1,
        '\u2028 </script>',
      ]);
    };
    for (let round = 0; round < 3000; round += 1) {
      const sample = value(4);
      expect(canonicalJson(sample)).toBe(canonicalize(sample));
    }
  });
});

it('never repeats a name that could not be shown or stored', () => {
  const long = 'n'.repeat(200);
  for (const raw of [eventWith({ [long]: 1 }), eventWith({ 'a\nb': 1 }), meta({ [`prompt${'_'.repeat(200)}`]: 1 })]) {
    expect(JSON.stringify(check(raw))).not.toMatch(/n{200}|\\n|_{200}/);
  }
});
