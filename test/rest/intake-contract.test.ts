import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { type Case, commonCasesOf, type Kind, kinds, ownCasesOf } from '../setup/intake.corpus.js';
import { submissionOf, submit } from '../setup/intake.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const contractOf = async (kind: Kind): Promise<AnySchema> =>
  (await ask<{ $comment: string } & AnySchema>(`${app.url}/contracts/intake-${kind}-v1.json`)).body;

const isComplete = async (input: unknown): Promise<boolean> =>
  (
    await askGraphql<{ previewIntake: { complete: boolean } | null }>(
      app,
      `query ($kind: IntakeKind!, $contact: JSON, $organization: JSON, $note: String, $fields: JSON) {
         previewIntake(kind: $kind, contact: $contact, organization: $organization, note: $note, fields: $fields) { complete } }`,
      input as Record<string, unknown>,
    )
  ).data?.previewIntake?.complete ?? false;

/** The titles of the cases whose verdict is another one. */
async function unlike(cases: readonly Case[], verdictOf: (input: unknown) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const { title, input, verdict } of cases)
    if ((await verdictOf(input)) !== (verdict === 'taken')) found.push(title);
  return found;
}

/** Cases that depend on stored data are found when the input is submitted. */
const isOfStored = ({ title }: Case): boolean => title.includes('is stored');

describe.each(kinds)('the published contract of %s', (kind) => {
  it('takes and refuses what it says', async () => {
    const validate = new Ajv2020({ strict: true, validateFormats: false }).compile(await contractOf(kind));
    const wrong = [...commonCasesOf(kind), ...ownCasesOf(kind)]
      .filter(({ input, verdict }) => validate(input) !== (verdict !== 'refused'))
      .map(({ title }) => title);
    expect(wrong).toEqual([]);
  });

  it('says in a comment what no schema can', async () => {
    expect(await contractOf(kind)).toMatchObject({
      $comment: expect.stringMatching(/credential.*64 KiB.*public suffix/),
    });
  });

  it('takes and refuses the members of its kind as previewIntake does', async () => {
    expect(
      await unlike(
        ownCasesOf(kind).filter((one) => !isOfStored(one)),
        isComplete,
      ),
    ).toEqual([]);
  });

  it('refuses the members of its kind as submitIntake does', async () => {
    const refused = ownCasesOf(kind).filter(({ verdict }) => verdict !== 'taken');
    expect(await unlike(refused, async (input) => (await submit(app, input)).errors.length === 0)).toEqual([]);
  });
});

describe('the published contracts', () => {
  it('take and refuse contact, organization and note as previewIntake does', async () => {
    expect(await unlike(commonCasesOf('usage_tracking'), isComplete)).toEqual([]);
  });

  it('take and refuse contact, organization and note as submitIntake does', async () => {
    const cases = commonCasesOf('usage_tracking');
    const taken = cases.filter(({ verdict, title }) => verdict === 'taken' && title.includes('/contact/email'));
    const refused = cases.filter(({ verdict }) => verdict !== 'taken');
    const isTaken = async (input: unknown): Promise<boolean> => (await submit(app, input)).errors.length === 0;
    expect(await unlike([...taken, ...refused], isTaken)).toEqual([]);
  });

  it('are read by languages whose expressions have neither look-around nor properties of characters', async () => {
    for (const kind of kinds) expect(JSON.stringify(await contractOf(kind))).not.toMatch(/\(\?[=!<]|\\p\{|\\u\{/i);
  });
});

it.each([
  ['/fields/offer/currency', { amountCents: 5 }],
  ['/fields/offer/amountCents', { amountCents: null, currency: 'USD' }],
])('an offer is asked for %s, which comes with the other', async (pointer, given) => {
  const offer = { title: 'x', valueText: 'x', requirements: [], termsUrl: 'https://a.example/terms', ...given };
  const { errors } = await submit(app, submissionOf('tracked_links', { offer }));
  expect(errors[0]?.extensions.errors).toEqual([
    { pointer, code: 'required', detail: 'an amount and its currency come together' },
  ]);
});

it('a member that is null is stored as one that is absent', async () => {
  const { data } = await submit(app, submissionOf('usage_tracking', { cdpName: null }));
  expect(data?.submitIntake?.fields).not.toHaveProperty('cdpName');
});
