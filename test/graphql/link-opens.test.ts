import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import type { Caller } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { makeLinkedCompany, makeTool, setDomainVerified } from '../setup/evidence.js';
import { giveRole, makeCompany, makePerson } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A tracked link of a tool that was opened so many times, the last time that many days ago. */
async function openLink(toolId: string, opens: number, daysAgo = 0): Promise<void> {
  const link = randomUUID();
  await query(
    app.databaseUrl,
    "insert into tracked_link (id, tool_id, kind, url, created_at) values ($1, $2, 'docs', 'https://tool.example/docs', now())",
    [link, toolId.slice(4)],
  );
  for (let opened = 0; opened < opens; opened += 1)
    await query(
      app.databaseUrl,
      `insert into intent_event (id, link_id, event_name, event_family, received_at)
       values ($1, $2, 'DOCS_OPENED', 'intent', now() - $3 * interval '1 day')`,
      [randomUUID(), link, daysAgo],
    );
}

const opensFor = (organizationId: string, caller: Caller, days = 30) =>
  askGraphql<{ companyLinkOpens: { items: { resource: string; kind: string; opens: number }[] } }>(
    app,
    'query ($o: ID!, $days: Int) { companyLinkOpens(organizationId: $o, days: $days) { items { resource kind opens } } }',
    { o: organizationId, days },
    caller,
  );

describe('the link opens of a company', () => {
  it('are those of the tools that an approved link makes its own, in the days that are asked for', async () => {
    const company = await makeLinkedCompany(app);
    await openLink(company.toolId, 3);
    await openLink(await makeTool(app), 5);
    const found = async (days?: number) =>
      (await opensFor(company.organizationId, { cookie: company.owner.cookie }, days)).data?.companyLinkOpens.items;
    expect(await found()).toEqual([{ resource: 'tool', kind: 'docs', opens: 3 }]);
    await query(app.databaseUrl, `update intent_event set received_at = now() - interval '10 days'`);
    expect(await found(7)).toEqual([]);
    expect(await found(30)).toHaveLength(1);
  });

  it('end with the link, and with the proof of the domain that it was approved for', async () => {
    const company = await makeLinkedCompany(app);
    await openLink(company.toolId, 1);
    const caller = { cookie: company.owner.cookie };
    const count = async () => (await opensFor(company.organizationId, caller)).data?.companyLinkOpens.items.length;
    expect(await count()).toBe(1);
    await setDomainVerified(app, company.organizationId, false);
    expect(await count()).toBe(0);
    await setDomainVerified(app, company.organizationId);
    await query(app.databaseUrl, 'update product_tool set unlinked_at = now() where tool_id = $1', [
      company.toolId.slice(4),
    ]);
    expect(await count()).toBe(0);
  });

  it('are for its members alone', async () => {
    const company = await makeLinkedCompany(app);
    const member = await makePerson(app);
    await giveRole(app, company.organizationId, member, 'member');
    expect((await opensFor(company.organizationId, { cookie: member.cookie })).errors).toEqual([]);
    const other = await makeCompany(app);
    const refused = await opensFor(company.organizationId, { cookie: other.owner.cookie });
    expect(refused.errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await opensFor(company.organizationId, {})).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});
