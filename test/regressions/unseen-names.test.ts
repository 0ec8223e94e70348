import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { importFile } from '../setup/catalog-file.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { submissionOf, submit } from '../setup/intake.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

type Problems = { pointer: string; code?: string }[] | undefined;

const problemsOf = async (document: string, variables: Record<string, unknown>, cookie: string): Promise<Problems> =>
  (await askGraphql(app, document, variables, { cookie })).errors[0]?.extensions.errors?.map(
    ({ pointer, code }: { pointer: string; code?: string }) => ({ pointer, code }),
  );

const nameOf = (unseen: string): string => `Str${unseen}ipe`;

/** “Stripe” with a soft hyphen in it read as Stripe on every page and equalled no name that is known. */
describe.each(['\u00ad', '\u200b', '\u2060', '\ufe0f', '\u{e0041}', '\u3164'])('a name with %j in it', (unseen) => {
  it('is refused in each name of a submission', async () => {
    const name = nameOf(unseen);
    const named = (kind: string, change: (input: object) => void): unknown => {
      const input = submissionOf(kind);
      change(input);
      return input;
    };
    const refused = async (input: unknown): Promise<Problems> =>
      (await submit(app, input)).errors[0]?.extensions.errors?.map(
        ({ pointer, code }: { pointer: string; code?: string }) => ({ pointer, code }),
      );
    const set = (path: string) => (input: object) => {
      const steps = path.split('/').slice(1);
      const last = steps.pop() ?? '';
      const holder = steps.reduce<Record<string, unknown>>(
        (inner, step) => inner[step] as Record<string, unknown>,
        input as Record<string, unknown>,
      );
      holder[last] = name;
    };
    for (const [kind, pointer] of [
      ['tracked_links', '/organization/name'],
      ['tracked_links', '/fields/tool/name'],
      ['partner_workspace', '/fields/product/name'],
      ['hackathon_passport', '/fields/event/name'],
      ['hackathon_passport', '/fields/sponsors/0/name'],
    ] as const)
      expect(await refused(named(kind, set(pointer)))).toEqual([{ pointer, code: 'unseen' }]);
  });

  it('is no organization’s and no product’s', async () => {
    const { organizationId, productId } = company;
    const { cookie } = company.owner;
    const name = nameOf(unseen);
    const calls = [
      ['createOrganization', 'CreateOrganizationInput', { name }],
      ['updateOrganization', 'UpdateOrganizationInput', { organizationId, name }],
      ['createProduct', 'CreateProductInput', { organizationId, productId: randomUUID(), name, type: 'api' }],
      ['updateProduct', 'UpdateProductInput', { organizationId, productId, name }],
    ] as const;
    for (const [act, type, input] of calls)
      expect(
        await problemsOf(`mutation ($input: ${type}!) { ${act}(input: $input) { id } }`, { input }, cookie),
        act,
      ).toEqual([{ pointer: '/name', code: 'unseen' }]);
    await expect(
      runCommand(
        app,
        'bootstrap',
        '--email',
        `o-${randomUUID()}@people.example`,
        '--name',
        'O',
        '--organization',
        name,
      ),
    ).rejects.toThrow('--organization must be a name');
  });

  it('comes into the catalog by no import and no correction', async () => {
    const name = nameOf(unseen);
    const slug = `unseen-${randomUUID().slice(0, 8)}`;
    const rows = [`${slug},${name},A tool.`, `${slug}-2,Seen,A tool.`].join('\n');
    const { body } = await importFile(app, reviewer, {
      format: 'csv',
      name: 'tools.csv',
      text: `slug,name,summary\n${rows}\n`,
    });
    expect(body).toMatchObject({ created: 1, refused: 1 });
    const stored = await query<{ slug: string }>(app.databaseUrl, 'select slug from tool where slug like $1', [
      `${slug}%`,
    ]);
    expect(stored).toEqual([{ slug: `${slug}-2` }]);
    const { data } = await askGraphql<{ catalogTool: { revision: number } }>(
      app,
      'query ($slug: String!) { catalogTool(slug: $slug) { revision } }',
      { slug: `${slug}-2` },
      { cookie: reviewer },
    );
    const input = {
      slug: `${slug}-2`,
      revision: data?.catalogTool.revision,
      reason: 'the page says so',
      source: { url: 'https://tool.example.com/about', readAt: '2026-11-01' },
    };
    for (const [facts, pointer] of [
      [{ name }, '/name'],
      [{ vendor: { name, domain: null } }, '/vendor/name'],
    ] as const) {
      const problems = await problemsOf(
        'mutation ($input: EditToolInput!) { editTool(input: $input) { revision } }',
        { input: { ...input, ...facts } },
        reviewer,
      );
      expect(problems?.map((one) => one.pointer)).toEqual([expect.stringContaining(pointer)]);
    }
  });
});

it('a person’s name may hold a joiner, which some languages need', async () => {
  const { errors } = await askGraphql(
    app,
    'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { name } }',
    { input: { name: 'می\u200cخواهم' } },
    { cookie: company.owner.cookie },
  );
  expect(errors).toEqual([]);
});

it.each(['DEM', 'ZZZ', 'XXX', 'XAU', 'usd', 'US'])('%s is no currency of an offer', async (currency) => {
  const offer = (submissionOf('tracked_links').fields as { offer: Record<string, unknown> }).offer;
  const { errors } = await submit(app, submissionOf('tracked_links', { offer: { ...offer, currency } }));
  expect(errors[0]?.extensions.errors).toMatchObject([{ pointer: '/fields/offer/currency', code: 'not_allowed' }]);
});

it.each(['USD', 'EUR', 'JPY', 'XCG', 'ZWG', 'XOF'])('%s is a currency of an offer', async (currency) => {
  const offer = (submissionOf('tracked_links').fields as { offer: Record<string, unknown> }).offer;
  expect((await submit(app, submissionOf('tracked_links', { offer: { ...offer, currency } }))).errors).toEqual([]);
});
