import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { callTool, type ToolProblem } from '../setup/mcp.ask.js';
import { connectStdio, serving } from '../setup/mcp.process.js';
import { inBrowser, openPage } from './workspace.js';

const INTENT = 'payments and login, planned by a model';

interface Brief {
  receiptId: string;
  saveUrl: string;
  next: ToolProblem['next'];
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser('a plan that a model made through MCP', () => {
  it('has a packet as soon as the person saved it in the browser, and not before', async () => {
    const host = await connectStdio(serving(app.url), { env: { DAI_TOKEN: app.credentials.workflowToken } });
    const brief = await callTool<Brief>(host.client, 'build_brief', { intent: INTENT });
    const { receiptId: planId, saveUrl } = brief.answer;
    const early = await callTool<ToolProblem>(host.client, 'get_build_packet', { planId });
    expect([early.answer.code, early.answer.next[0]?.url]).toEqual(['PLAN_NOT_SAVED', saveUrl]);

    const { page, complaints, close } = await openPage();
    await page.goto(saveUrl);
    await page.getByLabel('E-mail').fill(app.credentials.users.builder.email);
    await page.locator('input[type=password]').fill(app.credentials.users.builder.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('blockquote').getByText(INTENT).waitFor();
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save plan' }).click();
    await page.getByRole('heading', { level: 1, name: INTENT }).waitFor();
    expect(complaints).toEqual([]);
    await close();

    const packet = await callTool<{ goal: string; tools: unknown[] }>(host.client, 'get_build_packet', { planId });
    expect(packet.isError, packet.text.slice(0, 300)).toBe(false);
    expect(packet.answer.goal).toBe(INTENT);
    expect(packet.answer.tools.length).toBeGreaterThan(1);
    await host.close();
  });
});
