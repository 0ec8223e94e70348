import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { enroll, removeFactor, setPolicy } from '../setup/factors.js';
import { type Bent, startIdentityProvider, type TestProvider } from '../setup/identity-provider.js';
import { giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';
import {
  beginSignOn,
  changeSignOn,
  comeBack,
  makeSignOnCompany,
  providerInput,
  type SignOnCompany,
  signOn,
} from '../setup/single-sign-on.js';

let app: TestApp;
let provider: TestProvider;
let other: TestProvider;
beforeAll(async () => {
  [provider, other] = await Promise.all([startIdentityProvider(), startIdentityProvider()]);
  app = await startApp({ env: { OUTBOUND_ALLOW: `${provider.host},${other.host}` } });
});
afterAll(() => Promise.all([app.close(), provider.close(), other.close()]));

const MFA = { amr: ['pwd', 'mfa'] };
const require = (company: Pick<SignOnCompany, 'organizationId' | 'owner'>, graceDays = 0) =>
  setPolicy(app, company.owner, { organizationId: company.organizationId, enforcedFor: 'everyone', graceDays });

/** A member of the company with an address of its domain, which has a password too. */
async function memberOf({ organizationId, domain }: SignOnCompany, role: 'member' | 'owner' = 'member') {
  const person = await makePerson(app);
  const email = `p-${randomUUID()}@${domain}`;
  await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [email, person.id.slice(4)]);
  await giveRole(app, organizationId, person, role);
  return { ...person, email };
}
async function requiringCompany(): Promise<SignOnCompany> {
  const company = await makeSignOnCompany(app, provider);
  await require(company);
  return company;
}
const enter = (person: Person, bent: Bent = {}) =>
  signOn(app, provider, person.email, { ...bent, claims: { sub: person.email, ...bent.claims } });
/** `open`, or the code of the refusal. */
const stateOf = async (cookie: string, at = app): Promise<string> => {
  const { errors } = await askGraphql(at, '{ sessions { id } }', {}, { cookie });
  const refusal = errors[0]?.extensions as { errors?: { code: string }[]; code?: string } | undefined;
  return refusal ? (refusal.errors?.[0]?.code ?? refusal.code ?? '') : 'open';
};
const createToken = (cookie: string) =>
  askGraphql<{ createWorkflowToken: { token: string } | null }>(
    app,
    'mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) { token } }',
    { input: { name: 'a token', scopes: ['project:read'] } },
    { cookie },
  );
const provePassword = ({ password }: Person, cookie: string) =>
  askGraphql<{ proveIdentity: boolean | null }>(
    app,
    'mutation ($input: ProveIdentityInput!) { proveIdentity(input: $input) }',
    { input: { currentPassword: password } },
    { cookie },
  );
const secondsAgo = (ago: number): number => Math.floor(app.clock.now().getTime() / 1000) - ago;

describe('a provider that reports several factors', () => {
  it('stands in for the second factor that its organization requires', async () => {
    const company = await requiringCompany();
    const member = await memberOf(company);
    expect(await stateOf(member.cookie)).toBe('enroll');
    const { cookie } = await enter(member, { claims: MFA });
    const { data } = await askGraphql<{ viewer: object }>(
      app,
      '{ viewer { mustEnroll enrollBy memberships { role } } }',
      {},
      { cookie },
    );
    expect(data?.viewer).toEqual({ mustEnroll: false, enrollBy: null, memberships: [{ role: 'member' }] });
    expect([await stateOf(cookie), await stateOf(member.cookie)]).toEqual(['open', 'enroll']);
  });

  it.each<[string, Bent]>([
    ['says nothing of it', {}],
    ['says a text in place of a list', { claims: { amr: 'mfa' } }],
    ['says a list in which not all are texts', { claims: { amr: ['mfa', 7] } }],
    ['says an object', { claims: { amr: { 0: 'mfa', length: 1 } } }],
    ['says it in capitals', { claims: { amr: ['MFA'] } }],
    ['says it as a part of a word', { claims: { amr: ['mfa pwd', 'nomfa'] } }],
    ['says the factors without their sum', { claims: { amr: ['pwd', 'otp'] } }],
    ['says it in another claim', { claims: { acr: 'mfa', amrs: ['mfa'], acrs: ['c1'] } }],
    [
      'says it beside the ID token',
      { claims: { email: undefined, email_verified: undefined }, userinfo: { email_verified: true, ...MFA } },
    ],
  ])('does not, where it %s', async (_how, bent) => {
    const member = await memberOf(await requiringCompany());
    const userinfo = bent.userinfo ? { ...bent.userinfo, email: member.email } : undefined;
    const { cookie } = await enter(member, { ...bent, ...(userinfo ? { userinfo } : {}) });
    expect(await stateOf(cookie)).toBe('enroll');
  });

  it('counts for its own organization alone', async () => {
    const [company, second] = [await requiringCompany(), await makeCompany(app)];
    const member = await memberOf(company);
    await giveRole(app, second.organizationId, member, 'member');
    const { cookie } = await enter(member, { claims: MFA });
    expect(await stateOf(cookie)).toBe('open');
    await require(second);
    expect(await stateOf(cookie)).toBe('enroll');
    const requirements = await askGraphql<{ secondFactor: { requiredBy: object[] } }>(
      app,
      '{ secondFactor { requiredBy { organizationId providerCounts } } }',
      {},
      { cookie },
    );
    expect(requirements.data?.secondFactor.requiredBy).toEqual([
      { organizationId: company.organizationId, providerCounts: true },
      { organizationId: second.organizationId, providerCounts: false },
    ]);
  });

  it('counts for no organization whose provider it is not, with the same issuer neither', async () => {
    const [company, foreign] = [await requiringCompany(), await makeSignOnCompany(app, provider)];
    const guest = await memberOf(foreign);
    await giveRole(app, company.organizationId, guest, 'member');
    expect(await stateOf((await enter(guest, { claims: MFA })).cookie)).toBe('enroll');
  });

  it('counts not where it is the provider of the configuration', async () => {
    const own = await startApp({
      env: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.client.clientId,
        OIDC_CLIENT_SECRET: provider.client.clientSecret,
      },
    });
    const company = await makeCompany(own);
    const member = await makePerson(own);
    await giveRole(own, company.organizationId, member, 'member');
    const { organizationId } = company;
    await setPolicy(own, company.owner, { organizationId, enforcedFor: 'everyone', graceDays: 0 });
    const { cookie } = await signOn(own, provider, member.email, { claims: { sub: member.email, ...MFA } });
    expect(await stateOf(cookie, own)).toBe('enroll');
    await own.close();
  });

  it('counts not for the duty of reviewers', async () => {
    const strict = await startApp({ env: { OUTBOUND_ALLOW: provider.host, REVIEWERS_NEED_SECOND_FACTOR: 'on' } });
    const company = await makeSignOnCompany(strict, provider);
    const email = `p-${randomUUID()}@${company.domain}`;
    const { cookie } = await signOn(strict, provider, email, { claims: { sub: email, ...MFA } });
    expect(await stateOf(cookie, strict)).toBe('open');
    await query(strict.databaseUrl, 'update auth."user" set reviewer = true where email = $1', [email]);
    expect(await stateOf(cookie, strict)).toBe('enroll');
    await strict.close();
  });

  it('counts in a session that was open before the policy, and one without the report is led to enrolment', async () => {
    const company = await makeSignOnCompany(app, provider);
    const member = await memberOf(company);
    const [reported, silent] = [await enter(member, { claims: MFA }), await enter(member)];
    await require(company);
    expect([await stateOf(reported.cookie), await stateOf(silent.cookie)]).toEqual(['open', 'enroll']);
    expect(await stateOf((await enter(member, { claims: MFA })).cookie)).toBe('open');
  });

  it('counts no more in a session that outlives a change of the provider, its client or the domain', async () => {
    for (const change of ['issuer', 'client'] as const) {
      const company = await makeSignOnCompany(app, provider);
      const owner = await memberOf(company, 'owner');
      const { cookie } = await enter(owner, { claims: { ...MFA, auth_time: secondsAgo(1) } });
      await require(company);
      expect(await stateOf(cookie)).toBe('open');
      const input =
        change === 'issuer'
          ? providerInput(other, company)
          : { ...providerInput(provider, company), clientId: 'another-client' };
      expect((await changeSignOn(app, 'saveSingleSignOn', input, cookie)).errors).toEqual([]);
      expect([change, await stateOf(cookie)]).toEqual([change, 'enroll']);
    }
    const company = await requiringCompany();
    const { cookie } = await enter(await memberOf(company), { claims: MFA });
    await query(app.databaseUrl, 'update organization set domain_verified_at = null where id = $1', [
      company.organizationId.slice(4),
    ]);
    expect(await stateOf(cookie)).toBe('enroll');
  });

  it('leaves a factor of ours as what is asked for, which is not turned off because of it', async () => {
    const company = await requiringCompany();
    const member = await memberOf(company);
    const { cookie } = await enter(member, { claims: MFA });
    expect((await enroll(app, member)).codes).toHaveLength(10);
    expect(await stateOf(cookie)).toBe('missing'); // opened without the factor
    expect((await enter(member, { claims: MFA })).location).toContain('account=code');
    expect((await removeFactor(app, member.cookie)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
  });

  it('is shown to admins beside those who have a factor, as long as such a session is open', async () => {
    const company = await requiringCompany();
    const [reported, silent] = [await memberOf(company), await memberOf(company)];
    await enter(reported, { claims: MFA });
    const { cookie: signedIn } = await enter(await memberOf(company, 'owner'), { claims: MFA });
    await enter(silent);
    const shown = async () => {
      const { data } = await askGraphql<{
        organizationSecurity: { members: { userId: string; byProvider: boolean; enrolled: boolean }[] };
      }>(
        app,
        `query ($organizationId: ID!) { organizationSecurity(organizationId: $organizationId) { members { userId enrolled byProvider } } }`,
        { organizationId: company.organizationId },
        { cookie: signedIn },
      );
      return [reported, silent].map(
        ({ id }) => data?.organizationSecurity.members.find(({ userId }) => userId === id)?.byProvider,
      );
    };
    expect(await shown()).toEqual([true, false]);
    await query(app.databaseUrl, 'update auth.session set "expiresAt" = $1 where "userId" = $2', [
      app.clock.now(),
      reported.id.slice(4),
    ]);
    expect(await shown()).toEqual([false, false]);
  });
});

describe('a fresh proof in a session by such a report', () => {
  it('is a fresh sign-in at the provider with several factors, never the report by itself or the password', async () => {
    const member = await memberOf(await requiringCompany());
    const { cookie } = await enter(member, { claims: MFA });
    const verify = { code: 'SECOND_FACTOR_REQUIRED', errors: [{ code: 'verify' }] };
    expect((await createToken(cookie)).errors[0]?.extensions).toMatchObject(verify);
    expect((await provePassword(member, cookie)).errors[0]?.extensions).toMatchObject(verify);
    const prove = async (claims: object) => {
      const begun = await beginSignOn(app, { purpose: 'prove' }, cookie);
      return comeBack(provider.consent(begun.url, { claims: { sub: member.email, ...claims } }), begun.cookie);
    };
    expect((await prove(MFA)).problem).toBe('unproven');
    expect((await prove({ auth_time: secondsAgo(1) })).problem).toBe('unproven');
    expect((await prove({ ...MFA, auth_time: secondsAgo(901) })).problem).toBe('unproven');
    expect((await createToken(cookie)).data?.createWorkflowToken).toBeNull();
    expect((await prove({ ...MFA, auth_time: secondsAgo(1) })).location).toBe('/admin/#/login?account=proven');
    expect((await createToken(cookie)).data?.createWorkflowToken?.token).toMatch(/^dai_/);
  });

  it('is the password while nothing is required yet', async () => {
    const company = await makeSignOnCompany(app, provider);
    await require(company, 3);
    const member = await memberOf(company);
    const { cookie } = await enter(member, { claims: MFA });
    expect((await createToken(cookie)).errors[0]?.extensions).toMatchObject({ errors: [{ code: 'password' }] });
    expect((await provePassword(member, cookie)).data?.proveIdentity).toBe(true);
    expect((await createToken(cookie)).data?.createWorkflowToken?.token).toMatch(/^dai_/);
  });

  it('does not come of the report at the callback of another session', async () => {
    const company = await requiringCompany();
    const [member, colleague] = [await memberOf(company), await memberOf(company)];
    const [mine, theirs] = [await enter(member, { claims: MFA }), await enter(colleague)];
    const begun = await beginSignOn(app, { purpose: 'prove' }, mine.cookie);
    const flow = begun.cookie.split('; ').find((one) => one.startsWith('dai.sign_on')) ?? '';
    const claims = { sub: member.email, ...MFA, auth_time: secondsAgo(1) };
    expect((await comeBack(provider.consent(begun.url, { claims }), `${theirs.cookie}; ${flow}`)).problem).toBe(
      'ended',
    );
    expect(await stateOf(theirs.cookie)).toBe('enroll');
  });
});
