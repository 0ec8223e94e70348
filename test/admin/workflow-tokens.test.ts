import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeDraft } from '../setup/drafts.js';
import { makePerson, type Person } from '../setup/people.js';
import { makeToken, revokeToken } from '../setup/tokens.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

const DAY_MS = 86_400_000;
const ALL = ['project:read', 'tools:read', 'project:publish'];

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A person with an agent's project and a token of each kind. */
async function makeTokens(): Promise<{ person: Person; projectId: string }> {
  const person = await makePerson(app);
  const agent = await makeToken(app, person, { name: 'Laptop, Claude Code', scopes: ALL });
  const { id: projectId } = await makeDraft(app, agent.token, { title: 'A queue without a server' });
  // A use is noted after its answer; what is shown must not wait for that.
  await query(app.databaseUrl, 'update credential_use set last_used_at = now() where credential_id = $1', [
    agent.tokenId.slice(4),
  ]);
  await makeToken(app, person, { name: 'CI of the queue', projectId, expiresInDays: 12 });
  const expired = await makeToken(app, person, { name: 'Last year', scopes: ALL });
  await query(app.databaseUrl, 'update credential set expires_at = $2 where id = $1', [
    expired.tokenId.slice(4),
    new Date(Date.now() - 3 * DAY_MS),
  ]);
  const lost = await makeToken(app, person, { name: 'Lost laptop' });
  await revokeToken(app, person, lost.tokenId);
  return { person, projectId };
}

const open = async (page: Page, person: Person) => {
  await signIn(page, app.url, person);
  await visit(page, app.url, '/me/tokens', 'Tokens');
};
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const scope = (within: Page | Locator, name: string) => within.getByRole('checkbox', { name });

/** Fills the form in and creates; the dialog with the token is open then. */
async function create(page: Page, name: string, fill?: () => Promise<void>): Promise<Locator> {
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByLabel('Name of the token').fill(name);
  await fill?.();
  await page.getByRole('button', { name: 'Create token' }).click();
  return page.getByRole('dialog', { name: `The token “${name}”` });
}
const bind = async (page: Page, title: string) => {
  await page.getByRole('combobox', { name: 'Bound to' }).click();
  await page.getByRole('option', { name: title }).click();
};

inBrowser.each(EACH_VIEW)('tokens, $theme, $width pixels wide', (view) => {
  it('have no barrier and nothing to scroll sideways from the empty list to the revoked token', async () => {
    const empty = await openPage(view);
    await open(empty.page, await makePerson(app));
    await empty.page.getByText('Your tokens will be listed here').waitFor();
    await expectSound(empty.page, view, 'tokens-none');
    const { person } = await makeTokens();
    const { page, complaints, close } = await openPage(view);
    await open(page, person);
    await expectSound(page, view, 'tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expectSound(page, view, 'token-create');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const shown = await create(page, 'Shown', () => bind(page, 'A queue without a server'));
    for (const client of ['Cursor', 'Codex', 'VS Code', 'Gemini CLI', 'Other', 'Claude Code']) {
      await shown.getByRole('tab', { name: client }).click();
      await expectSound(page, view, `token-secret-${client.split(' ')[0]?.toLowerCase()}`);
    }
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Revoke Shown' }).click();
    await page.getByRole('dialog', { name: /^Revoke the token/ }).waitFor();
    await expectSound(page, view, 'token-revoke');
    expect([...complaints, ...empty.complaints]).toEqual([]);
    await empty.close();
    await close();
  });
});

inBrowser('creating a token', () => {
  it('says what each scope allows, shows the token once with every client’s command, and then never again', async () => {
    const { page, complaints, close } = await openPage();
    await open(page, await makePerson(app));
    const shown = await create(page, 'Laptop', async () => {
      await page.getByText('publishes a project once you have approved it').last().waitFor();
      await expect.poll(() => scope(page, 'project:publish').isChecked()).toBe(false);
      await scope(page, 'project:publish').check();
      await page.getByLabel('Days until it expires').fill('30');
    });
    const token = (await shown.getByRole('region', { name: 'workflow token' }).textContent()) ?? '';
    expect(token).toMatch(/^dai_[0-9A-Za-z]{36}$/);
    const command = (client: string) => shown.getByRole('region', { name: `command for ${client}` }).textContent();
    expect(await command('Claude Code')).toContain(`Bearer ${token}`);
    expect(await shown.getByRole('region', { name: '.mcp.json for Claude Code' }).textContent()).not.toContain(token);
    await shown.getByRole('tab', { name: 'Cursor' }).click();
    expect(await command('Cursor')).toContain(`DAI_TOKEN=${token}`);
    await shown.getByRole('tab', { name: 'Codex' }).click();
    expect(await command('Codex')).toContain(`DAI_TOKEN=${token} && codex mcp add`);
    await shown.getByRole('region', { name: '~/.codex/config.toml for Codex' }).waitFor();
    await shown.getByRole('tab', { name: 'Gemini CLI' }).click();
    expect(await command('Gemini CLI')).toContain(`DAI_TOKEN=${token}`);
    await shown.getByRole('tab', { name: 'VS Code' }).click();
    expect(await shown.getByRole('region', { name: '.vscode/mcp.json for VS Code' }).textContent()).not.toContain(
      token,
    );
    await shown.getByRole('tab', { name: 'Other' }).click();
    await expect
      .poll(() => shown.getByRole('region', { name: /other hosts/ }).textContent())
      .toContain(`Bearer ${token}`);
    const copy = shown.getByRole('button', { name: 'Copy workflow token' });
    await copy.press('Enter');
    await page.getByText('workflow token copied').waitFor();
    await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect.poll(() => shown.isVisible()).toBe(true);
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await row(page, 'Laptop').getByText('live, not used yet').waitFor();
    await row(page, 'Laptop').getByText('in 30 days').waitFor();
    await row(page, 'Laptop').getByText('Read projects, Read build packets, Write drafts and publish').waitFor();
    expect(await page.content()).not.toContain(token);
    await page.reload();
    await row(page, 'Laptop').waitFor();
    expect(await page.content()).not.toContain(token);
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])'),
    ).not.toContain(token);
    expect((await ask(`${app.url}/api/workflow/context`, { token })).status).toBe(200);
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes project:publish away from a token of one project, with the reason, and gives it back with the account', async () => {
    const { person } = await makeTokens();
    const { page, close } = await openPage();
    await open(page, person);
    const shown = await create(page, 'For one project', async () => {
      await scope(page, 'project:publish').check();
      await bind(page, 'A queue without a server');
      await page.getByText('Not possible: new drafts and skills reach beyond one project.').last().waitFor();
      await expect.poll(() => scope(page, 'project:publish').isDisabled()).toBe(true);
      await expect.poll(() => scope(page, 'project:publish').isChecked()).toBe(false);
      await bind(page, 'Your whole account');
      await expect.poll(() => scope(page, 'project:publish').isChecked()).toBe(true);
      await bind(page, 'A queue without a server');
    });
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await row(page, 'For one project').getByRole('link', { name: 'A queue without a server' }).waitFor();
    expect(await row(page, 'For one project').getByText('project:publish').count()).toBe(0);
    await close();
  });

  it('asks nothing of the service while the form lacks something', async () => {
    const { page, close } = await openPage();
    await open(page, await makePerson(app));
    await page.getByRole('button', { name: 'Create token' }).click();
    await scope(page, 'project:read').uncheck();
    await scope(page, 'tools:read').uncheck();
    await page.getByLabel('Days until it expires').fill('366');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Required').waitFor();
    await page.getByText('Allow it at least one thing.').waitFor();
    await page.getByText('Must be 365 or less').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Your tokens will be listed here').waitFor();
    await close();
  });

  it('shows what the service refuses with its request id, and creates nothing', async () => {
    const { person, projectId } = await makeTokens();
    const { page, close } = await openPage();
    await open(page, person);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name of the token').fill('For nothing');
    await bind(page, 'A queue without a server');
    await query(app.databaseUrl, 'delete from project where id = $1', [projectId.slice(4)]);
    await page.getByRole('button', { name: 'Create token' }).click();
    const problem = page.getByRole('dialog').getByRole('alert');
    await problem.getByText('You have no such project.').waitFor();
    await problem.getByText('Nothing was changed.').waitFor();
    await problem.getByRole('button', { name: /^Copy request id/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await row(page, 'For nothing').count()).toBe(0);
    await close();
  });
});

inBrowser('the list of tokens', () => {
  it('shows live ones first and says of the others how they ended', async () => {
    const { person, projectId } = await makeTokens();
    const { page, close } = await openPage();
    await open(page, person);
    const names = await page.getByRole('table', { name: 'Your tokens' }).locator('tbody tr').allTextContents();
    expect(names.map((text) => text.replace(/ ?dai_.*/, ''))).toEqual([
      'CI of the queue',
      'Laptop, Claude Code',
      'Lost laptop',
      'Last year',
    ]);
    await row(page, 'CI of the queue').getByText('expires soon').waitFor();
    await row(page, 'CI of the queue').getByText('in 12 days').waitFor();
    await row(page, 'Laptop, Claude Code').getByText('live', { exact: true }).waitFor();
    await row(page, 'Laptop, Claude Code').getByText('Account', { exact: true }).waitFor();
    await row(page, 'Last year').getByText('expired', { exact: true }).waitFor();
    await row(page, 'Last year').getByText('3 d ago').waitFor();
    await row(page, 'Lost laptop').getByText('revoked', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Revoke / }).count()).toBe(2);
    const link = row(page, 'CI of the queue').getByRole('link', { name: 'A queue without a server' });
    await expect.poll(() => link.getAttribute('href')).toBe(`#/me/projects/${projectId}`);
    await close();
  });

  it('revokes a token after it was said what stops, and its agent is refused at once', async () => {
    const person = await makePerson(app);
    const { token } = await makeToken(app, person, { name: 'To be lost' });
    const { page, close } = await openPage();
    await open(page, person);
    await page.getByRole('button', { name: 'Revoke To be lost' }).click();
    await page.getByText('It stops working at once').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'To be lost').getByText('live, not used yet').waitFor();
    await row(page, 'To be lost').getByText('Read projects').waitFor();
    await page.getByRole('button', { name: 'Revoke To be lost' }).press('Enter');
    await page.getByRole('button', { name: 'Revoke token' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(page, 'To be lost').getByText('revoked', { exact: true }).waitFor();
    await expect.poll(() => page.locator('h2:focus').allTextContents()).toEqual(['Your tokens']);
    expect((await ask(`${app.url}/api/workflow/context`, { token })).status).toBe(401);
    await close();
  });

  it('shows the live ones or those that have ended when asked to', async () => {
    const person = await makePerson(app);
    for (let made = 1; made <= 7; made += 1) {
      const { tokenId } = await makeToken(app, person, { name: `Ended ${made}` });
      await revokeToken(app, person, tokenId);
    }
    await makeToken(app, person, { name: 'Live' });
    const { page, close } = await openPage();
    await open(page, person);
    await row(page, 'Live').waitFor();
    await expect.poll(() => page.getByRole('row', { name: /^Ended/ }).count()).toBe(7);
    await page.getByRole('button', { name: 'live', exact: true }).click();
    await expect.poll(() => page.getByRole('row', { name: /^Ended/ }).count()).toBe(0);
    await row(page, 'Live').waitFor();
    await page.getByRole('button', { name: 'ended', exact: true }).click();
    await row(page, 'Ended 1').waitFor();
    await close();
  });

  it('is no one else’s', async () => {
    await makeTokens();
    const { page, close } = await openPage();
    await open(page, await makePerson(app));
    await page.getByText('Your tokens will be listed here').waitFor();
    expect(await page.getByText('Laptop, Claude Code').count()).toBe(0);
    await close();
  });

  it('has beside it a configuration without any token, the same that strangers get', async () => {
    const { data } = await askGraphql<{ mcpConfig: { clients: { codex: { text: string } } } }>(
      app,
      '{ mcpConfig { clients { codex { text } } } }',
    );
    const { person } = await makeTokens();
    const { page, close } = await openPage();
    await open(page, person);
    const section = page.getByRole('region', { name: 'Connect an agent without a token' });
    expect(await section.getByRole('region', { name: 'command for Claude Code' }).textContent()).toContain(
      'Bearer ${DAI_TOKEN}',
    );
    await section.getByRole('tab', { name: 'Codex' }).click();
    const file = await section.getByRole('region', { name: '~/.codex/config.toml for Codex' }).textContent();
    expect(file).toBe(data?.mcpConfig.clients.codex.text.trimEnd());
    await section.getByRole('tab', { name: 'Local process' }).click();
    await section.getByText('"serve"').waitFor();
    expect(await section.textContent()).not.toMatch(/dai_[0-9A-Za-z]{36}/);
    await close();
  });
});
