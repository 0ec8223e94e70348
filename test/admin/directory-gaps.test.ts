import { afterAll, beforeAll, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

const ADDRESS = '/review/directory-gaps';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

inBrowser('gaps of the directory', () => {
  it.each(EACH_VIEW)('are listed by what was missing, $theme, $width pixels wide', async (view) => {
    await query(app.databaseUrl, 'delete from gap_count');
    await query(
      app.databaseUrl,
      `insert into gap_count (day, kind, need, questions) values (current_date, 'capability', 'maps', 12), (current_date, 'not_understood', '', 1)`,
    );
    const { page, close } = await openPage(view);
    await signIn(page, app.url, app.credentials.users.reviewer);
    await visit(page, app.url, ADDRESS, 'Gaps');
    await page.getByText('Words in which no need was read').first().waitFor();
    await expectSound(page, view, 'directory-gaps');
    await close();
  });
});
