import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { importFile } from '../setup/catalog-file.js';
import { query } from '../setup/database.js';
import { callTool } from '../setup/mcp.ask.js';
import { connectV1 } from '../setup/mcp.js';

const HEADER = 'slug,name,summary,licence_spdx,licence_source,licence_checked_at\n';
const SOURCE = 'https://forge.example.com/licence';
const LICENCE = { spdx: 'MIT OR Apache-2.0', source: SOURCE, checkedAt: '2026-11-01' };

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
  await importCsv(`licensed-zorp,Licensed Zorp,It has terms.,MIT OR Apache-2.0,${SOURCE},2026-11-01`);
});
afterAll(() => app.close());

const importCsv = (rows: string) =>
  importFile(app, reviewer, { format: 'csv', name: 'tools.csv', text: `${HEADER}${rows}\n` });
interface Answer {
  total: number;
  tools: { slug: string; licence: typeof LICENCE | null }[];
  facets: { licence: { value: string; count: number }[] };
}
const context = async (parameters: string): Promise<{ status: number; body: Answer }> => {
  const answered = await fetch(`${app.url}/api/directory/context?${parameters}`);
  return { status: answered.status, body: (await answered.json()) as Answer };
};

describe("a tool's licence", () => {
  it('is the same over GraphQL, REST and MCP', async () => {
    const { data } = await askGraphql<{ tool: Answer['tools'][0] }>(
      app,
      '{ tool(slug: "licensed-zorp") { licence { spdx source checkedAt } } }',
    );
    expect(data?.tool.licence).toEqual(LICENCE);
    expect((await context('q=Licensed+Zorp')).body.tools[0]?.licence).toEqual(LICENCE);
    const { client, close } = await connectV1(app.url);
    const { answer } = await callTool<{ tools: Answer['tools'] }>(client, 'search_tools', { query: 'Licensed Zorp' });
    await close();
    expect(answer.tools[0]).toMatchObject({ slug: 'licensed-zorp', licence: LICENCE });
  });

  it('stands on the public page with its source', async () => {
    const page = await (await fetch(`${app.url}/tools/licensed-zorp`)).text();
    expect(page).toContain('MIT OR Apache-2.0');
    expect(page).toContain(SOURCE);
  });

  it('is found and counted by each id that it names', async () => {
    for (const id of ['MIT', 'Apache-2.0']) {
      const { body } = await context(`q=Licensed+Zorp&licence=${id}`);
      expect(body.tools.map(({ slug }) => slug)).toContain('licensed-zorp');
      expect(body.facets.licence).toContainEqual({ value: id, count: expect.any(Number) });
    }
    const others = await context('q=Licensed+Zorp&licence=AGPL-3.0-only');
    expect(others.body.tools.map(({ slug }) => slug)).not.toContain('licensed-zorp');
    expect((await context('licence=MIT%20License%21')).status).toBe(400);
  });

  it('bounds a build search as a filter', async () => {
    const found = await fetch(`${app.url}/api/build/search?intent=a+vector+database&licence=PostgreSQL`);
    expect(found.status).toBe(200);
    const body = (await found.json()) as { recommendations: { roles: { tool: Answer['tools'][0] }[] }[] };
    const tools = body.recommendations.flatMap(({ roles }) => roles.map(({ tool }) => tool.licence?.spdx));
    expect(new Set(tools)).toEqual(new Set(['PostgreSQL']));
  });

  it.each([
    ['No Licence At All', SOURCE, '2026-11-01', 'licence_spdx'],
    ['LicenseRef-Own', SOURCE, '2026-11-01', 'licence_spdx'],
    ['MIT', 'http://forge.example.com/x', '2026-11-01', 'licence_source'],
    ['MIT', SOURCE, '2026-02-30', 'licence_checked_at'],
    ['MIT', '', '2026-11-01', 'licence_source'],
  ])('is refused from a row that says %s, %s, %s', async (spdx, source, day, column) => {
    const { body } = await importCsv(`refused-zorp,Refused Zorp,x,${spdx},${source},${day}`);
    expect(body.refusedRows).toMatchObject([{ problems: [{ pointer: `/${column}` }] }]);
  });

  it('is corrected and taken away by a reviewer, with both values in the audit log', async () => {
    const revisionOf = async () => {
      const { data } = await askGraphql<{ catalogTool: { revision: number } }>(
        app,
        '{ catalogTool(slug: "licensed-zorp") { revision } }',
        {},
        { cookie: reviewer },
      );
      return data?.catalogTool.revision ?? 0;
    };
    const correct = async (licence: unknown) =>
      askGraphql<{ editTool: { licence: unknown } }>(
        app,
        'mutation ($input: EditToolInput!) { editTool(input: $input) { licence { spdx source checkedAt } } }',
        {
          input: {
            slug: 'licensed-zorp',
            revision: await revisionOf(),
            reason: 'it changed',
            source: { url: SOURCE, readAt: '2026-11-20' },
            licence,
          },
        },
        { cookie: reviewer },
      );
    const now = { spdx: 'BUSL-1.1', source: SOURCE, checkedAt: '2026-11-20' };
    const wrong = await correct({ ...now, spdx: 'BUSL' });
    expect(wrong.errors[0]?.extensions.errors?.[0]?.pointer).toMatch(/licence\/spdx$/);
    expect((await correct(now)).data?.editTool.licence).toEqual(now);
    expect((await correct(null)).data?.editTool.licence).toBeNull();
    const entries = await query(
      app.databaseUrl,
      `select v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.action = 'tool.edit' order by e.sequence`,
    );
    expect(entries).toMatchObject([{ changes: { licence: [LICENCE, now] } }, { changes: { licence: [now, null] } }]);
  });
});
