import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { askContext, givePlan, makeKey, refusalIn } from '../setup/enterprise.js';
import { giveRole, makeCompany, makePerson } from '../setup/people.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, VIEWS, visit } from './workspace.js';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

inBrowser.each(EACH_VIEW)('agent keys, $theme, $width pixels wide', (view) => {
  it('are created for one product, shown once with the configuration of each host, listed, and revoked', async () => {
    const company = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/settings/agent-keys`, 'Agent keys');
    await page.getByText('Agent keys will be listed here').waitFor();
    await expectSound(page, view, 'agent-keys-empty');
    await page.getByRole('button', { name: 'Create agent key' }).click();
    const form = page.getByRole('dialog', { name: 'Create agent key' });
    await form.getByLabel('Name of the key').fill('Weekly report, Claude Desktop');
    expect(await form.getByLabel('Days until it expires').inputValue()).toBe('30');
    await form.getByLabel('Days until it expires').fill('91');
    await form.getByRole('button', { name: 'Create agent key' }).click();
    await expect.poll(() => form.getByLabel('Days until it expires').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Days until it expires').fill('90');
    await expectSound(page, view, 'agent-key-create');
    await form.getByRole('button', { name: 'Create agent key' }).click();

    const shown = page.getByRole('dialog', { name: 'The agent key “Weekly report, Claude Desktop”' });
    const token = (await shown.getByRole('region', { name: 'agent key', exact: true }).textContent()) ?? '';
    expect(token).toMatch(/^dae_/);
    for (const host of ['Claude Code', 'Cursor', 'Codex', 'VS Code', 'Other', 'Claude Desktop']) {
      await shown.getByRole('tab', { name: host, exact: true }).click();
      await expect.poll(() => shown.getByRole('tabpanel', { name: host }).count()).toBe(1);
    }
    const desktop = await shown.getByRole('region', { name: /^claude_desktop_config\.json/ }).textContent();
    expect(JSON.parse(desktop ?? '')).toMatchObject({
      mcpServers: {
        'dai-enterprise': {
          args: expect.arrayContaining(['--mode', 'enterprise']),
          env: { DAI_ENTERPRISE_TOKEN: token },
        },
      },
    });
    await expectSound(page, view, 'agent-key-secret');
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await shown.waitFor({ state: 'detached' });
    expect((await page.content()).includes(token)).toBe(false);
    await page.getByText('Weekly report, Claude Desktop').waitFor();

    const { data } = await askContext(app, { token });
    expect(data?.enterpriseContext.product.productId).toBe(company.productId);
    await page.getByRole('button', { name: 'Revoke Weekly report, Claude Desktop' }).click();
    const dialog = page.getByRole('dialog', { name: /^Revoke the agent key “Weekly report, Claude Desktop”/ });
    await dialog.getByText('Every agent that reads').waitFor();
    await expectSound(page, view, 'agent-key-revoke');
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: /^Revoke Weekly/ }).count()).toBe(0);
    expect(refusalIn(await askContext(app, { token }))).toBe('401 revoked');
    await expectSound(page, view, 'agent-keys-revoked');
    await visit(
      page,
      app.url,
      `/o/${company.organizationId}/settings/audit-entries?action=enterprise_key.`,
      'Audit log',
    );
    await page.getByRole('link', { name: 'Agent key created' }).waitFor();
    await page.getByRole('link', { name: 'Agent key revoked' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

inBrowser.each(VIEWS)('what stands around agent keys, $theme, $width pixels wide', (view) => {
  it('names the keys that end within ten days, and no other', async () => {
    const company = await makeCompany(app);
    const ends = async (name: string, days: number) => {
      const { key } = await makeKey(app, company, { name });
      await query(app.databaseUrl, 'update credential set expires_at = $2 where id = $1', [
        key.keyId.slice(4),
        inDays(days),
      ]);
    };
    await ends('Nearly over', 9.9);
    await ends('Time enough', 10.1);
    await ends('Over', -1);
    const { page, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    await visit(page, app.url, `/o/${company.organizationId}/settings/agent-keys`, 'Agent keys');
    await page.getByText(/^The agent key “Nearly over” ends/).waitFor();
    expect(await page.getByText(/^The agent key “/).count()).toBe(1);
    await expectSound(page, view, 'agent-keys-ending');
    await close();
  });

  it('shows a member the keys without their acts and why, and no receipt', async () => {
    const company = await makeCompany(app);
    const { token } = await makeKey(app, company, { name: 'Of the owner' });
    await askContext(app, { token });
    const member = await makePerson(app);
    await giveRole(app, company.organizationId, member, 'member');
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, member);
    await visit(page, app.url, `/o/${company.organizationId}/settings/agent-keys`, 'Agent keys');
    await page.getByText('Of the owner').waitFor();
    await page.getByText(/^Only an owner or admin can create or revoke agent keys/).waitFor();
    expect(await page.getByRole('button', { name: /Create agent key|^Revoke/ }).count()).toBe(0);
    await expectSound(page, view, 'agent-keys-member');
    await page.goto(`${app.url}/admin/#/o/${company.organizationId}/settings/audit-receipts`);
    await page.getByText(/^Only an owner or admin can see what agents and members have read/).waitFor();
    expect(await page.getByRole('link', { name: 'Audit receipts' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lists what was read and refused, by outcome, read and product', async () => {
    const company = await makeCompany(app);
    const { token } = await makeKey(app, company, { name: 'Weekly report' });
    await askContext(app, { token });
    await askContext(app, { token }, { productId: 'another-api' });
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    const address = `/o/${company.organizationId}/settings/audit-receipts`;
    await visit(page, app.url, address, 'Audit receipts');
    await page.getByText('no such product').waitFor();
    await expect.poll(() => page.getByText('agent key “Weekly report”').count()).toBe(2);
    await expectSound(page, view, 'audit-receipts-two');
    await visit(page, app.url, `${address}?outcome=NOT_FOUND`, 'Audit receipts');
    await expect.poll(() => page.getByText('agent key “Weekly report”').count()).toBe(1);
    await expect.poll(() => page.getByText('another-api').count()).toBe(1);
    await visit(page, app.url, `${address}?tool=get_enterprise_report`, 'Audit receipts');
    await page.getByText('Nothing matches.').waitFor();
    await visit(page, app.url, `${address}?product=${company.productId}`, 'Audit receipts');
    await expect.poll(() => page.getByText('agent key “Weekly report”').count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says which plan it is, since and until when and by whom, and who can ask for another', async () => {
    const company = await makeCompany(app);
    const { page, complaints, close } = await openPage(view);
    await signIn(page, app.url, company.owner);
    const open = () => visit(page, app.url, `/o/${company.organizationId}/settings/plan`, 'Plan');
    await open();
    await page.getByText('free', { exact: true }).waitFor();
    await page.getByText(/^You can ask for the paid plan/).waitFor();
    await expectSound(page, view, 'company-plan-free');
    const until = inDays(20).toISOString().slice(0, 10);
    await givePlan(app, company, 'paid', until);
    await page.reload();
    await page.getByText('paid', { exact: true }).waitFor();
    await page.getByText('an operator of this service').waitFor();
    await page.getByText(/^The paid plan ends after/).waitFor();
    await expectSound(page, view, 'company-plan-paid');
    const member = await makePerson(app);
    await giveRole(app, company.organizationId, member, 'member');
    await givePlan(app, company, 'free');
    await signIn(page, app.url, member);
    await open();
    await page.getByText(/^An owner or admin of your organization can ask for the paid plan \(/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
