import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { makeCompany } from '../setup/people.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

const run = promisify(execFile);

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-newcomer-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An empty folder in which commands are run as they stand on a page; nothing is fetched from a registry. */
function openShell(trackingKey: string) {
  const cwd = mkdtempSync(path.join(folder, 'new-'));
  const env = { PATH: process.env.PATH, HOME: cwd, SERVICE_ADOPTION_KEY: trackingKey, npm_config_offline: 'true' };
  return {
    store: (name: string, text: string) => writeFileSync(path.join(cwd, name), text),
    run: async (command: string) => (await run('bash', ['-ec', command], { cwd, env })).stdout,
  };
}

const storedOf = async ({ organizationId }: { organizationId: string }): Promise<unknown> =>
  query(
    app.databaseUrl,
    'select event_name as name, occurred_at is not null as timed from tracking_event where organization_id = $1',
    [organizationId.slice(4)],
  );
const FIRST = { name: 'FIRST_API_CALL', timed: true };

async function openClientTab(page: Page, place: { organizationId: string; productId: string }): Promise<void> {
  await visit(page, app.url, `/o/${place.organizationId}/start?product=${place.productId}`, 'Get started');
  await page.getByRole('button', { name: /4\. See the first event/ }).click();
  await page.getByRole('region', { name: 'curl snippet' }).waitFor(); // REST comes first
  await page.getByRole('tab', { name: 'Client', exact: true }).click();
  await page.getByRole('region', { name: 'Node installation' }).waitFor();
}

const textOf = async (page: Page, name: string): Promise<string> =>
  (await page.getByRole('region', { name, exact: true }).textContent()) ?? '';

inBrowser('a newcomer', () => {
  it('sends the first event from a new program by what Get started shows, in Node and in Python', async () => {
    const company = await makeCompany(app, 'newcomer-api');
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, company.owner);
    await openClientTab(page, company);

    const node = openShell(company.trackingKey);
    expect(await node.run(await textOf(page, 'Node installation'))).toContain('dai-node-0.1.0.tgz: OK');
    node.store('first-event.mjs', await textOf(page, 'Node program'));
    expect(await node.run(await textOf(page, 'Node start'))).toMatch(/stored: 1\b/);
    await page.getByRole('status').getByText('FIRST_API_CALL').waitFor();

    await page.getByRole('tab', { name: 'Python', exact: true }).click();
    const python = openShell(company.trackingKey);
    expect(await python.run(await textOf(page, 'Python installation'))).toBe('dai.py: OK\n');
    python.store('first_event.py', await textOf(page, 'Python program'));
    expect(await python.run(await textOf(page, 'Python start'))).toMatch(/'stored': 1\b/);

    expect(await storedOf(company)).toEqual([FIRST, FIRST]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is refused a file whose bytes are others than the page says', async () => {
    const company = await makeCompany(app);
    const { page, close } = await openPage();
    await signIn(page, app.url, company.owner);
    await openClientTab(page, company);
    const shell = openShell(company.trackingKey);
    const command = await textOf(page, 'Node installation');
    const [, digest = ''] = /"([0-9a-f]{64}) /.exec(command) ?? [];
    expect(digest).toHaveLength(64);
    await expect(
      shell.run(
        command.replace(
          digest,
          digest.replace(/^./, (one) => (one === '0' ? '1' : '0')),
        ),
      ),
    ).rejects.toMatchObject({ stdout: 'dai-node-0.1.0.tgz: FAILED\n' });
    expect(await shell.run('ls -d node_modules || true')).toBe('');
    await close();
  });

  it.each([
    { language: 'Node', blocks: [0, 1, 2], program: 'first-event.mjs', proof: /stored: 1\b/, again: /duplicate: 1\b/ },
    {
      language: 'Python',
      blocks: [3, 4, 5],
      program: 'first_event.py',
      proof: /'stored': 1\b/,
      again: /'duplicate': 1\b/,
    },
  ])('sends the first event by the guide, in $language', async ({ blocks, program, proof, again }) => {
    const company = await makeCompany(app);
    const { page, close } = await openPage();
    await page.goto(`${app.url}/docs/guides/clients`);
    const texts = await page.locator('pre').allTextContents();
    const [install = '', source = '', start = ''] = blocks.map((index) => texts[index] ?? '');
    const shell = openShell(company.trackingKey);
    await shell.run(install);
    shell.store(program, source.replace('my-api', company.productId).replace('My API', 'An API'));
    for (const outcome of [proof, again])
      expect(await shell.run(start.replace('dtk_…', company.trackingKey))).toMatch(outcome);
    expect(await storedOf(company)).toEqual([FIRST]);
    await close();
  });

  it('installs what the page of the files names', async () => {
    const { page, close } = await openPage();
    await page.goto(`${app.url}/clients`);
    const commands = (await page.locator('pre').allTextContents()).filter((text) => !text.includes('--global'));
    expect(commands.length).toBe(3);
    for (const command of commands) expect(await openShell('').run(command)).toMatch(/: OK\n/);
    await close();
  });
});

inBrowser.each(EACH_VIEW)('the client’s tab of Get started, $theme, $width pixels wide', (view) => {
  it('shows the installation, the program and its start', async () => {
    const { credentials } = app;
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, credentials.users.owner);
    await openClientTab(page, credentials);
    await expectSound(page, view, 'start-client');
    await page.getByRole('tab', { name: 'MCP server', exact: true }).click();
    await page.getByRole('region', { name: 'MCP server program' }).waitFor();
    await expectSound(page, view, 'start-client-mcp');
    expect(complaints).toEqual([]);
    await close();
  });
});
