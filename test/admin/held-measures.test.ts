import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

const ADDRESS = '/review/held-measures';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A figure that waits beside one that was taken a week before. */
async function hold(subject: string, value: number, standing: number): Promise<void> {
  await query(
    app.databaseUrl,
    `insert into measure_day (kind, subject, day, state, id, value, source, reason, noted_at) values
       ('npm_weekly_downloads', $1, '2026-09-24', 'taken', gen_random_uuid(), $3, 'https://registry.example/a', null, now()),
       ('npm_weekly_downloads', $1, '2026-10-01', 'held', gen_random_uuid(), $2, 'https://registry.example/b', $4, now())`,
    [subject, value, standing, value === 0 ? 'zero' : 'jump'],
  );
}

const stateOf = async (subject: string): Promise<unknown> =>
  (
    await query(app.databaseUrl, `select state from measure_day where subject = $1 and day = '2026-10-01'`, [subject])
  )[0];

inBrowser('held figures', () => {
  it('are taken or declined with a reason, which the audit log has', async () => {
    await hold('npm:jumped', 42_000, 3_500);
    await hold('npm:gone', 0, 900);
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, ADDRESS, 'Figures');
    const row = page.getByRole('row', { name: /npm:jumped/ });
    for (const text of ['npm weekly downloads', '1 Oct 2026', '3,500', '42,000', '× 12'])
      await row.getByText(text, { exact: true }).waitFor();
    expect(await row.getByRole('link').getAttribute('href')).toBe('https://registry.example/b');
    await page
      .getByRole('row', { name: /npm:gone/ })
      .getByText('to zero')
      .waitFor();

    await row.getByRole('button', { name: 'Accept npm:jumped, 2026-10-01' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('42,000 after 3,500 on 2026-09-24. Source: https://registry.example/b.').waitFor();
    const accept = dialog.getByRole('button', { name: 'Accept figure' });
    await dialog.getByText('Say why.').waitFor();
    expect(await accept.isDisabled()).toBe(true);
    expect(await stateOf('npm:jumped')).toEqual({ state: 'held' });
    await dialog.getByLabel('Why').fill('A release of its largest user');
    await accept.click();
    await page.getByText('The figure is taken.').waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await stateOf('npm:jumped')).toEqual({ state: 'taken' });

    await page.getByRole('button', { name: 'Decline npm:gone, 2026-10-01' }).click();
    await dialog.getByLabel('Why').fill('The registry was down');
    await dialog.getByRole('button', { name: 'Decline figure' }).click();
    await page.getByText('The figure is declined.').waitFor();
    await page.getByText('Figures will be listed here when a registry answers zero').waitFor();
    expect(await stateOf('npm:gone')).toEqual({ state: 'declined' });
    const acts = await query(
      app.databaseUrl,
      `select e.action, v.reason from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.resource = 'measure' order by e.sequence`,
    );
    expect(acts).toEqual([
      { action: 'measure.accept', reason: 'A release of its largest user' },
      { action: 'measure.decline', reason: 'The registry was down' },
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(EACH_VIEW)('have no barrier and nothing to scroll sideways, $theme, $width pixels wide', async (view) => {
    const { page, close } = await openPage(view);
    await query(app.databaseUrl, 'delete from measure_day');
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, ADDRESS, 'Figures');
    await page.getByText('Figures will be listed here').waitFor();
    await expectSound(page, view, 'held-figures-empty');
    await hold('npm:@a-scope/a-package-with-a-long-name', 1_250_000, 98_000);
    await hold('npm:gone', 0, 900);
    await page.reload();
    await page.getByText('npm:gone').first().waitFor();
    await expectSound(page, view, 'held-figures');
    await page.getByRole('button', { name: 'Decline npm:gone, 2026-10-01' }).first().click();
    await page.getByRole('dialog').getByLabel('Why').waitFor();
    await expectSound(page, view, 'held-figure-decline');
    await close();
  });
});
