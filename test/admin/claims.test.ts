import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn as signInForCookie } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';
import { giveRole, makePerson, type Person } from '../setup/people.js';
import { EACH_VIEW, expectSound, inBrowser, openPage, signIn, visit } from './workspace.js';

let app: TestApp;
let offerId: string;
let claims: string;

beforeAll(async () => {
  app = await startApp();
  claims = `/o/${app.credentials.organizationId}/offer-claims`;
  const found = await askGraphql<{ offer: { id: string } }>(app, '{ offer(slug: "demo-company-credits") { id } }');
  offerId = found.data?.offer.id ?? '';
});
afterAll(() => app.close());

/** A new person with a claim on the demo offer. */
async function makeClaim(note = 'For a trial'): Promise<{ person: Person; claimId: string }> {
  const person = await makePerson(app);
  const input = { offerId, note, facts: { companyAgeMonths: 8, newCustomer: true } };
  const made = await askGraphql<{ claimOffer: { id: string } }>(
    app,
    'mutation ($input: ClaimOfferInput!) { claimOffer(input: $input) { id } }',
    { input },
    person,
  );
  return { person, claimId: made.data?.claimOffer.id ?? '' };
}

/** Takes a claim on by the API, as a colleague in another window does. */
async function advance(claimId: string, revision: number, to: string, given: object = {}): Promise<void> {
  const reply = await askGraphql(
    app,
    'mutation ($input: AdvanceClaimInput!) { advanceClaim(input: $input) { id } }',
    { input: { claimId, revision, to, ...given } },
    { cookie: await signInForCookie(app, app.credentials.users.owner) },
  );
  expect(reply.errors).toEqual([]);
}

/** Opens a decision, fills it in, and takes it. */
async function decide(page: Page, title: string, act: string, fill?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: `${title}…` }).click();
  await fill?.();
  await page.getByRole('dialog').getByRole('button', { name: act }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Opens the person's own claim beside the list. */
const openOwn = (page: Page) => page.getByRole('link', { name: 'Demo Company credits' }).click();
const here = (page: Page, state: string) => page.locator('[aria-current=step]').getByText(state, { exact: true });

inBrowser.each(EACH_VIEW)('claims, $theme, $width pixels wide', (view) => {
  it('have no barrier and nothing to scroll sideways on either side', async () => {
    const { person, claimId } = await makeClaim();
    const vendor = await openPage(view);
    await signIn(vendor.page, app.url, app.credentials.users.owner);
    await visit(vendor.page, app.url, claims, 'Offers and claims');
    await expectSound(vendor.page, view, 'company-claims');
    await vendor.page.getByRole('main').getByRole('link', { name: 'Your offers' }).click();
    await vendor.page.getByRole('heading', { level: 1, name: 'Your offers' }).waitFor();
    await vendor.page.getByRole('link', { name: 'Demo Company credits' }).waitFor();
    await expectSound(vendor.page, view, 'company-offers');
    await visit(vendor.page, app.url, `${claims}/${claimId}`, 'Claim on Demo Company credits');
    await expectSound(vendor.page, view, 'company-claim');
    await vendor.page.getByRole('button', { name: 'Reject…' }).click();
    await vendor.page.getByText('Say why.').waitFor();
    await expectSound(vendor.page, view, 'company-reject');
    await vendor.page.getByRole('button', { name: 'Cancel' }).click();
    await advance(claimId, 1, 'vendor_review');
    await advance(claimId, 2, 'approved');
    await advance(claimId, 3, 'code_issued', { code: 'DEMO-1234' });
    await vendor.page.reload();
    await vendor.page.getByRole('button', { name: 'Confirm redemption…' }).click();
    await vendor.page.getByLabel('A commercial event of ours shows it').check();
    await expectSound(vendor.page, view, 'company-redeem');
    const claimant = await openPage(view);
    await signIn(claimant.page, app.url, person);
    await visit(claimant.page, app.url, '/me/claims', 'My claims');
    await expectSound(claimant.page, view, 'my-claims-list');
    await openOwn(claimant.page);
    await claimant.page.getByRole('button', { name: 'Show the code' }).click();
    await expectSound(claimant.page, view, 'my-claims');
    await claimant.page.getByRole('button', { name: /^I have redeemed/ }).click();
    await expectSound(claimant.page, view, 'my-redemption');
    expect([...vendor.complaints, ...claimant.complaints]).toEqual([]);
    await vendor.close();
    await claimant.close();
  });
});

inBrowser('a claim', () => {
  it('goes from the request to a code, a self-report that proves nothing, and a redemption that the vendor confirms', async () => {
    const { person, claimId } = await makeClaim('We build a small thing');
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${claims}/${claimId}`, 'Claim on Demo Company credits');
    await page.getByText('We build a small thing').waitFor();
    await page.getByText(person.email).waitFor();
    await page.getByRole('button', { name: 'Start review…' }).press('Enter');
    await page.getByRole('button', { name: 'Start review', exact: true }).press('Enter');
    // The step that had the focus is gone: the next one stands in its place.
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Approve…');
    await decide(page, 'Approve', 'Approve claim');
    await page.getByRole('button', { name: 'Issue a code…' }).click();
    const issue = page.getByRole('dialog').getByRole('button', { name: 'Issue code' });
    await expect.poll(() => issue.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Code' }).fill('DEMO-4711');
    await page.getByLabel('Note to the person').fill('Enter it at checkout');
    await issue.click();
    await here(page, 'code issued').waitFor();
    await page.getByText('Revision').waitFor();

    const other = await openPage();
    await signIn(other.page, app.url, person);
    await visit(other.page, app.url, '/me/claims', 'My claims');
    await openOwn(other.page);
    await here(other.page, 'code issued').waitFor();
    await other.page.getByText('Enter it at checkout').waitFor();
    expect(await other.page.getByText('DEMO-4711').count()).toBe(0);
    expect(await other.page.getByRole('button', { name: /^Withdraw/ }).count()).toBe(0);
    await other.page.getByRole('button', { name: 'Show the code' }).click();
    await other.page.getByText('DEMO-4711').waitFor();
    await other.page.getByRole('button', { name: /^I have redeemed/ }).click();
    await other.page.getByRole('button', { name: 'Report redemption' }).click();
    await other.page.getByText(/no proof of redemption/).waitFor();
    await here(other.page, 'code issued').waitFor();

    await visit(page, app.url, `${claims}?state=code_issued`, 'Offers and claims');
    await page.getByText('your confirmation: the person reports it redeemed').waitFor();
    await visit(page, app.url, `${claims}/${claimId}`, 'Claim on Demo Company credits');
    await page.reload();
    await page.getByText(/redeemed, as they said/).waitFor();
    await decide(page, 'Confirm redemption', 'Confirm redemption');
    await page.getByText('It ended here: no step leads on.').waitFor();
    await page.getByText('confirmed by you').waitFor();
    await other.page.reload();
    await other.page.getByText('The vendor confirmed that you redeemed it.').first().waitFor();
    expect([...complaints, ...other.complaints]).toEqual([]);
    await other.close();
    await close();
  });

  it('is proven redeemed by an event that is found by whose it is, not by an id', async () => {
    const { claimId } = await makeClaim();
    await advance(claimId, 1, 'vendor_review');
    await advance(claimId, 2, 'approved');
    await advance(claimId, 3, 'code_issued', { code: 'DEMO-1' });
    for (const [event_name, account_domain] of [
      ['PERK_REDEEMED', 'theirs.example'],
      ['PERK_REDEEMED', 'others.example'],
      ['FIRST_API_CALL', 'theirs.example'],
    ])
      await ask(`${app.url}/api/usage/track`, {
        token: app.credentials.trackingKey,
        body: makeEvent(app, {
          event_name,
          account_domain,
          ...(event_name === 'PERK_REDEEMED' ? { event_family: 'commercial' } : {}),
        }),
      });
    const { page, complaints, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${claims}/${claimId}`, 'Claim on Demo Company credits');
    await decide(page, 'Confirm redemption', 'Confirm redemption', async () => {
      await page.getByLabel('A commercial event of ours shows it').check();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm redemption' });
      await expect.poll(() => confirm.isDisabled()).toBe(true);
      await page.getByRole('combobox', { name: 'Event' }).fill('theirs');
      await expect.poll(() => page.getByRole('option').count()).toBe(1);
      await page.getByRole('option', { name: /^PERK_REDEEMED/ }).click();
    });
    await page.getByRole('link', { name: /^shown by an event / }).click();
    await page.getByRole('dialog', { name: 'PERK_REDEEMED' }).getByText('theirs.example').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('says that another user was faster, keeps what was typed over a reload, and stores nothing stale', async () => {
    const { claimId } = await makeClaim();
    const { page, close } = await openPage();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${claims}/${claimId}`, 'Claim on Demo Company credits');
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByLabel('Why').fill('Not a startup');
    await advance(claimId, 1, 'vendor_review');
    await page.getByRole('button', { name: 'Reject claim' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('The claim is at revision 2 and vendor_review.').waitFor();
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await dialog.getByText('about revision 2').waitFor();
    await expect.poll(() => dialog.getByLabel('Why').inputValue()).toBe('Not a startup');
    await dialog.getByRole('button', { name: 'Reject claim' }).click();
    await here(page, 'rejected').waitFor();
    await page.getByText('Not a startup').waitFor();
    await close();
  });

  it('tells its reader that it has changed, before they decide', async () => {
    const { claimId } = await makeClaim();
    const { page, close } = await openPage();
    await page.clock.install();
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, `${claims}/${claimId}`, 'Claim on Demo Company credits');
    await advance(claimId, 1, 'vendor_review');
    await page.clock.fastForward('00:30');
    await page.getByRole('alert').getByText('This claim has changed while you looked at it.').waitFor();
    await here(page, 'requested').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await here(page, 'vendor review').waitFor();
    await page.getByRole('button', { name: 'Approve…' }).waitFor();
    await close();
  });

  it('shows a member where it stands, and neither the person nor an act', async () => {
    const { person, claimId } = await makeClaim('A private note');
    const member = await makePerson(app);
    await giveRole(app, app.credentials.organizationId, member, 'member');
    const { page, close } = await openPage();
    await signIn(page, app.url, member);
    await visit(page, app.url, claims, 'Offers and claims');
    await page.getByRole('cell', { name: 'requested' }).first().waitFor();
    expect(await page.getByRole('columnheader', { name: 'Claimant' }).count()).toBe(0);
    await visit(page, app.url, `${claims}/${claimId}`, 'Claim on Demo Company credits');
    await page.getByText('Only an owner or admin can decide about a claim.').waitFor();
    await here(page, 'requested').waitFor();
    expect(await page.getByText(person.email).count()).toBe(0);
    expect(await page.getByText('A private note').count()).toBe(0);
    expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(0);
    await close();
  });

  it('is told from the others on a phone by who asks', async () => {
    await makeClaim();
    const { page, close } = await openPage({ theme: 'dark', width: 390 });
    await signIn(page, app.url, app.credentials.users.owner);
    await visit(page, app.url, claims, 'Offers and claims');
    const card = page.getByRole('list', { name: 'Offers and claims' }).getByRole('listitem').first();
    await expect.poll(() => card.getByText('A Person').isVisible()).toBe(true);
    await close();
  });

  it('is withdrawn by keyboard, after it was said what that means, and may be made again', async () => {
    const { person } = await makeClaim();
    const { page, close } = await openPage();
    await signIn(page, app.url, person);
    await visit(page, app.url, '/me/claims', 'My claims');
    await openOwn(page);
    const panel = page.getByRole('region', { name: 'Demo Company credits' });
    await panel.waitFor();
    await page.getByRole('link', { name: 'Demo Company credits' }).first().focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.getByRole('button', { name: 'Columns' }).focus(); // behind the panel
    await panel.waitFor({ state: 'detached' });
    await openOwn(page);
    await page.getByRole('button', { name: 'Withdraw the claim on Demo Company credits' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Withdraw your claim on Demo Company credits' }).waitFor();
    await page.keyboard.press('Escape');
    await here(page, 'requested').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await here(page, 'withdrawn').waitFor();
    await page.getByRole('alert').getByText('The claim is withdrawn.').waitFor();
    await panel.getByRole('link').click();
    await page.getByRole('button', { name: 'Claim…' }).waitFor();
    await close();
  });

  it('of another organization is not there', async () => {
    const { claimId } = await makeClaim();
    const stranger = await makePerson(app);
    const { page, close } = await openPage();
    await signIn(page, app.url, stranger);
    await visit(page, app.url, `${claims}/${claimId}`, 'There is no such page');
    await close();
  });
});
