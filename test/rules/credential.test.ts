import { readFileSync } from 'node:fs';
import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { anchors, ruleLeftOut } from '../../server/platform/secrets/secret.forms.js';
import { credentialIn } from '../../server/platform/secrets/secret.rules.js';
import { harmless, ownSamples, run, samples } from './credential.samples.js';
import { accepted, check, codesOf, eventWith, pick, refused, seeded, without } from './event.builder.js';

const prefix = '@secretlint/secretlint-rule-';
const ruleNames = rules.map((rule) => rule.meta.id.replace(prefix, ''));
const scanned = rules.filter((rule) => rule.meta.id !== prefix + ruleLeftOut);

const files = ['package.json', '.npmrc'];
interface Source {
  content: string;
  filePath: string | undefined;
  ext: string;
  contentType: 'binary' | 'text' | 'unknown';
}
const sourceOf = (content: string, filePath: string): Source & { filePath: string } => ({
  content,
  filePath,
  ext: filePath.slice(filePath.lastIndexOf('.')),
  contentType: 'text',
});

/** The reports of the package, through its own core, on a text as one of the files whose names matter to it. */
async function coreReports(text: string): Promise<string[]> {
  const config = { rules: scanned.map((rule) => ({ id: rule.meta.id, rule, options: {} })) };
  const found = await Promise.all(
    files.map((file) => lintSource({ source: sourceOf(text, file), options: { config } })),
  );
  return found.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId.replace(prefix, '')));
}

/** The same from its rules alone: the core gets slower with every text that it ever saw. */
function rulesReport(text: string): boolean {
  let reports = 0;
  const context = {
    sharedOptions: {},
    createTranslator: () => (messageId: string) => ({ message: '', messageId }),
    report: () => {
      reports += 1;
    },
    ignore: () => {},
  };
  for (const file of files) {
    for (const rule of scanned) {
      const handler: { file?(source: Source): unknown } = Reflect.apply(rule.create, rule, [context, {}]);
      handler.file?.(sourceOf(text, file));
    }
  }
  return reports > 0;
}

describe('the rule set of credentials', () => {
  it('is the version whose rules the anchors were read off: after an upgrade, read them again', () => {
    const manifest: unknown = JSON.parse(
      readFileSync('node_modules/@secretlint/secretlint-rule-preset-recommend/package.json', 'utf8'),
    );
    expect(manifest).toMatchObject({ version: '12.0.0' });
  });

  it('has an anchor for every rule but the one that would let a caller switch the scan off', () => {
    const named = new Set([...anchors.map(({ rule }) => rule), ruleLeftOut]);
    expect([...named].sort()).toEqual([...ruleNames].sort());
    expect(Object.keys(samples).sort()).toEqual(ruleNames.filter((name) => name !== ruleLeftOut).sort());
  });

  it.each(Object.entries(samples))('refuses in an event whatever the rule %s reports', async (rule, make) => {
    for (const one of make) {
      const text = one(seeded(7));
      expect(await coreReports(text)).toContain(rule);
      expect(codesOf(eventWith({ metadata: { list: [{ note: text }] } }))).toEqual([
        '/metadata/list/0/note credential_value',
      ]);
    }
  });

  it('finds everything that the package finds in texts around its forms', () => {
    let found = 0;
    const random = seeded(20_261_120);
    const around = ['', ' ', 'a', 'Z', '_', '-', '.', '"', '\n', '\\', 'é', '0', '/', '='] as const;
    for (let round = 0; round < 6000; round += 1) {
      const makers = Object.values(samples).flat();
      const text = makers[round % makers.length]?.(random) ?? '';
      const cut = random() < 0.2 ? text.slice(0, -1 - Math.floor(random() * 3)) : text;
      const whole =
        pick(random, around) +
        run(random, 'ab _-.', Math.floor(random() * 4)) +
        pick(random, around) +
        cut +
        pick(random, around) +
        pick(random, around);
      if (!rulesReport(whole)) continue;
      found += 1;
      expect(credentialIn(whole), `missed: ${whole}`).not.toBeNull();
    }
    expect(found).toBeGreaterThan(2000);
  });
});

describe('a credential in an event', () => {
  const token = ownSamples[0]?.(seeded(1)) ?? '';

  it.each(ownSamples.map((make, index) => [index, make(seeded(3))] as const))(
    'is found by our own table (case %i)',
    (_index, text) => {
      expect(refused(eventWith({ metadata: { a: `see ${text}.` } })).code).toBe('PRIVATE_CONTENT');
    },
  );

  it('is found in every text of the event, names and stripped members included', () => {
    const places: [Record<string, unknown>, string][] = [
      [eventWith({ developer_id: token }), '/developer_id'],
      [eventWith({ product: { id: 'unlocker-api', name: token, type: 'api' } }), '/product/name'],
      [eventWith({ context: { attribution: { campaignId: token } } }), '/context/attribution/campaignId'],
      [eventWith({ idempotencyKey: token }), '/idempotencyKey'],
      [{ ...without(eventWith(), 'idempotencyKey'), event_id: token }, '/event_id'],
      [eventWith({ projectId: token }), '/projectId'],
      [
        eventWith({ metadata: { usageReceipt: { receiptType: 'model_call', model: token } } }),
        '/metadata/usageReceipt/model',
      ],
      [eventWith({ metadata: { importNote: token } }), '/metadata/importNote'],
      [eventWith({ metadata: { [token]: 1 } }), '/metadata'],
      [eventWith({ metadata: { a: [[token]] } }), '/metadata/a/0/0'],
    ];
    for (const [raw, pointer] of places) expect(codesOf(raw)).toContain(`${pointer} credential_value`);
  });

  it('is found under a name that says what its value is', () => {
    const value = run(seeded(9), 'ABCDEFabcdef0123456789', 40);
    expect(codesOf(eventWith({ metadata: { [`aws_secret_${'access_key'}`]: value } }))).toEqual([
      `/metadata/aws_secret_${'access_key'} credential_value`,
    ]);
    expect(accepted(eventWith({ metadata: { checksum: value } })).ok).toBe(true);
  });

  it('is repeated nowhere in the answer, whether it is a value or a name', () => {
    for (const raw of [
      eventWith({ developer_id: token, extra: token }),
      eventWith({ metadata: { [token]: { prompt: 1, importId: 2 } }, [token]: 1 }),
      { event: 'X', type: 'track', userId: token },
    ]) {
      const checked = check(raw);
      expect(JSON.stringify(checked)).not.toContain(token);
      expect(checked).toMatchObject({ ok: false, code: 'PRIVATE_CONTENT', partial: {} });
    }
  });

  it('is found although a comment tells the package to look away', () => {
    for (const text of [
      `secretlint-disable\n${token}`,
      `// secretlint-disable-line ${token}`,
      `secretlint-disable-next-line\n${samples.github?.[0]?.(seeded(5)) ?? ''}`,
    ]) {
      expect(codesOf(eventWith({ metadata: { note: text } }))).toEqual(['/metadata/note credential_value']);
    }
  });

  it('is no text of an everyday event', () => {
    for (const [index, text] of harmless.entries()) {
      expect(
        accepted(
          eventWith({ developer_id: `d ${text}`, metadata: { [`k${index}`]: text, [text.slice(0, 40)]: [text] } }),
        ).ok,
      ).toBe(true);
    }
  });

  it('costs a bounded time to look for, whatever the text', () => {
    const hostile = [
      'SG.a.'.padEnd(400, '_'),
      'figd_',
      'glpat-',
      'eyJ',
      'http://',
      '://a:',
      'ops_eyfQ',
      'xoxb-a-',
      '\\u00',
      'SG.',
      `${'secret'}accesskey=`,
      '-----BEGIN ',
    ];
    for (const piece of hostile) {
      const metadata = { x: `T3BlbkFJ:x-oauth-basic@github ${piece.repeat(16_000 / piece.length)}` };
      const started = process.cpuUsage();
      check(eventWith({ metadata }));
      const { user, system } = process.cpuUsage(started);
      expect(user + system).toBeLessThan(250_000);
    }
  });
});
