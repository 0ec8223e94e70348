import type { TestApp } from './app.js';
import { ask, askGraphql } from './ask.js';
import { query } from './database.js';
import { codeOf, confirmFactor, offerFactor, removeFactor, setPolicy } from './factors.js';
import { cookieOf, giveRole, makeCompany, makePerson, type Person } from './people.js';

/** The outcome of an attack: `refused`, or what it got. */
export type Attack = (app: TestApp) => Promise<string>;

const post = async (app: TestApp, path: string, body: object, cookie = '') => {
  const reply = await ask(`${app.url}/api/auth/${path}`, {
    body,
    headers: { origin: app.url },
    ...(cookie ? { cookie } : {}),
  });
  return { status: reply.status, cookie: cookieOf(reply.headers), text: reply.text };
};
const enterPassword = async (app: TestApp, { email, password }: Person): Promise<string> =>
  (await post(app, 'sign-in/email', { email, password })).cookie;
const enterCode = (app: TestApp, cookie: string, code: string) => post(app, 'sign-in/second-factor', { code }, cookie);
const prove = async (app: TestApp, cookie: string, input: object): Promise<number> => {
  const document = 'mutation ($input: ProveIdentityInput!) { proveIdentity(input: $input) }';
  const { data } = await askGraphql<{ proveIdentity: boolean | null }>(app, document, { input }, { cookie });
  return data?.proveIdentity ? 200 : 400;
};
const kindOf = async (app: TestApp, cookie: string): Promise<string> =>
  (await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, { cookie })).data?.viewer.kind ?? '';

/** At one instant, so that a busy machine makes no code older than the attack means it to be. */
const atOnce =
  (attack: Attack): Attack =>
  (app) =>
    app.clock.at(app.clock.now(), () => attack(app));

const unless = (passes: boolean, what: string): string => (passes ? what : 'refused');
/** One of many requests with the same secret may pass. */
const onceOf = (statuses: readonly number[]): string =>
  unless(
    statuses.filter((status) => status === 200).length > 1,
    `${statuses.filter((one) => one === 200).length} passed`,
  );

async function enroll(app: TestApp, person: Person) {
  const secret = await offerFactor(app, person);
  const reply = await confirmFactor(app, person.cookie, codeOf(app, secret, -1));
  return { person, secret, codes: reply.data?.confirmSecondFactor?.codes ?? [] };
}
const enrolled = async (app: TestApp) => enroll(app, await makePerson(app));
async function challenged(app: TestApp) {
  const one = await enrolled(app);
  return { ...one, challenge: await enterPassword(app, one.person) };
}
async function required(app: TestApp, graceDays = 0) {
  const { organizationId, owner } = await makeCompany(app);
  const member = await makePerson(app);
  await giveRole(app, organizationId, member, 'member');
  const require = () => setPolicy(app, owner, { organizationId, enforcedFor: 'everyone', graceDays });
  return { organizationId, owner, member, require };
}
/** The answer of each field of a document, to a person who must enroll first. */
async function gets(app: TestApp, { cookie }: Person, document: string, variables: object = {}): Promise<string> {
  const { data } = await askGraphql<Record<string, unknown>>(app, document, { ...variables }, { cookie });
  return (
    Object.entries(data ?? {})
      .filter(([name, value]) => name !== 'viewer' && value !== null)
      .join() || 'refused'
  );
}

/** Attacks on second factors and sessions by their class; a right password is known in each. None may pass. */
export const factorAttacks: Readonly<Record<string, Readonly<Record<string, Attack>>>> = {
  'a code twice': {
    'at two sign-ins': async (app) => {
      const { person, secret, challenge } = await challenged(app);
      const other = await enterPassword(app, person);
      const code = codeOf(app, secret);
      return onceOf([(await enterCode(app, challenge, code)).status, (await enterCode(app, other, code)).status]);
    },
    'at sign-in and then as a proof': async (app) => {
      const { secret, challenge } = await challenged(app);
      const code = codeOf(app, secret);
      const { cookie } = await enterCode(app, challenge, code);
      return unless((await prove(app, cookie, { code })) === 200, 'proved');
    },
    'a recovery code, in another spelling': async (app) => {
      const { person, codes, challenge } = await challenged(app);
      const other = await enterPassword(app, person);
      const [code = ''] = codes;
      const again = code.replaceAll('-', ' ').toUpperCase();
      return onceOf([(await enterCode(app, challenge, code)).status, (await enterCode(app, other, again)).status]);
    },
    'a code of before the last one that counted': async (app) => {
      const { secret, challenge, person } = await challenged(app);
      await enterCode(app, challenge, codeOf(app, secret, 1));
      const late = await enterCode(app, await enterPassword(app, person), codeOf(app, secret, 0));
      return unless(late.status === 200, 'signed in');
    },
  },
  'the enrolment code': {
    'at sign-in': async (app) => {
      const person = await makePerson(app);
      const secret = await offerFactor(app, person);
      const code = codeOf(app, secret);
      await confirmFactor(app, person.cookie, code);
      return unless((await enterCode(app, await enterPassword(app, person), code)).status === 200, 'signed in');
    },
    'as a proof': async (app) => {
      const person = await makePerson(app);
      const secret = await offerFactor(app, person);
      const code = codeOf(app, secret);
      await confirmFactor(app, person.cookie, code);
      return unless((await prove(app, person.cookie, { code })) === 200, 'proved');
    },
    'of an offer that was replaced': async (app) => {
      const person = await makePerson(app);
      const earlier = await offerFactor(app, person);
      await offerFactor(app, person);
      const reply = await confirmFactor(app, person.cookie, codeOf(app, earlier));
      return unless(Boolean(reply.data?.confirmSecondFactor), 'confirmed');
    },
  },
  'twenty at once': {
    'with one code': async (app) => {
      const { person, secret } = await enrolled(app);
      const cookies = await Promise.all(Array.from({ length: 20 }, () => enterPassword(app, person)));
      const code = codeOf(app, secret);
      return onceOf(
        (await Promise.all(cookies.map((cookie) => enterCode(app, cookie, code)))).map(({ status }) => status),
      );
    },
    'with one recovery code': async (app) => {
      const { person, codes } = await enrolled(app);
      const cookies = await Promise.all(Array.from({ length: 20 }, () => enterPassword(app, person)));
      const replies = await Promise.all(cookies.map((cookie) => enterCode(app, cookie, codes[0] ?? '')));
      return onceOf(replies.map(({ status }) => status));
    },
    'with one challenge': async (app) => {
      const { secret, challenge } = await challenged(app);
      const replies = await Promise.all([-1, 0, 1].map((step) => enterCode(app, challenge, codeOf(app, secret, step))));
      return onceOf(replies.map(({ status }) => status));
    },
    'with guesses': async (app) => {
      const { person, secret } = await challenged(app);
      const cookies = await Promise.all(Array.from({ length: 20 }, () => enterPassword(app, person)));
      await Promise.all(cookies.map((cookie) => enterCode(app, cookie, '000000')));
      const after = await enterCode(app, await enterPassword(app, person), codeOf(app, secret));
      return unless(after.status === 200, 'a sixth code was looked at');
    },
  },
  'a factor that is required': {
    removed: async (app) => {
      const { member, require } = await required(app);
      await enroll(app, member);
      await require();
      return unless((await removeFactor(app, member.cookie)).data?.removeSecondFactor === true, 'removed');
    },
    'removed in the days of grace': async (app) => {
      const { member, require } = await required(app, 30);
      await enroll(app, member);
      await require();
      return unless((await removeFactor(app, member.cookie)).data?.removeSecondFactor === true, 'removed');
    },
    'replaced by one that no code confirmed': async (app) => {
      const { member, require } = await required(app);
      await enroll(app, member);
      await require();
      await offerFactor(app, member);
      const [row] = await query<{ sealed: string | null }>(
        app.databaseUrl,
        'select sealed from second_factor where user_id = $1',
        [member.id.slice(4)],
      );
      return unless(row?.sealed === null || row === undefined, 'gone');
    },
  },
  'a challenge of another account': {
    'with one’s own code': async (app) => {
      const { challenge } = await challenged(app);
      const own = await enrolled(app);
      return unless((await enterCode(app, challenge, codeOf(app, own.secret))).status === 200, 'signed in');
    },
    'with one’s own recovery code': async (app) => {
      const { challenge } = await challenged(app);
      const own = await enrolled(app);
      return unless((await enterCode(app, challenge, own.codes[0] ?? '')).status === 200, 'signed in');
    },
    'beside one’s own session': async (app) => {
      const { challenge } = await challenged(app);
      const own = await enrolled(app);
      const both = await enterCode(app, `${own.person.cookie}; ${challenge}`, codeOf(app, own.secret));
      return unless(both.status === 200, 'signed in');
    },
    'as a session': async (app) => {
      const { challenge } = await challenged(app);
      const token = challenge.split('=')[1] ?? '';
      return unless((await kindOf(app, `${challenge}; dai.session_token=${token}`)) === 'session', 'signed in');
    },
  },
  'a downgrade by GraphQL': {
    'a password in place of a code': async (app) => {
      const { person } = await enrolled(app);
      const given = { currentPassword: person.password, code: '' };
      return unless((await prove(app, person.cookie, given)) === 200, 'proved');
    },
    'other fields beside those of enrolment': async (app) => {
      const { owner, organizationId, require } = await required(app);
      await require();
      const document = `query ($organizationId: ID!) { viewer { kind }
        one: organization(organizationId: $organizationId) { name } two: members(organizationId: $organizationId) { email } }`;
      return gets(app, owner, document, { organizationId });
    },
    'the memberships of the viewer': async (app) => {
      const { owner, require } = await required(app);
      await require();
      const { data } = await askGraphql<{ viewer: { memberships: unknown[] } }>(
        app,
        '{ viewer { memberships { organization { name } } } }',
        {},
        owner,
      );
      return unless((data?.viewer.memberships.length ?? 0) > 0, 'read');
    },
    'the requirement taken back by one who must enroll': async (app) => {
      const { owner, organizationId, require } = await required(app);
      await require();
      const reply = await setPolicy(app, owner, { organizationId, enforcedFor: 'no_one' });
      return unless(Boolean(reply.data?.setSecondFactorPolicy), 'taken back');
    },
  },
  'a session kept over a change': {
    'of a factor that was confirmed': async (app) => {
      const person = await makePerson(app);
      const other = await enterPassword(app, person);
      await enroll(app, person);
      return unless((await kindOf(app, other)) === 'session', 'kept');
    },
    'of a factor that was removed': async (app) => {
      const { person, secret, challenge } = await challenged(app);
      const { cookie } = await enterCode(app, challenge, codeOf(app, secret));
      await removeFactor(app, person.cookie);
      return unless((await kindOf(app, cookie)) === 'session', 'kept');
    },
    'of the password': async (app) => {
      const person = await makePerson(app);
      const other = await enterPassword(app, person);
      const change = { currentPassword: person.password, newPassword: 'quite another password' };
      await post(app, 'change-password', change, person.cookie);
      return unless((await kindOf(app, other)) === 'session', 'kept');
    },
    'of the password, by a sign-in that waits': async (app) => {
      const { person, secret, challenge } = await challenged(app);
      const change = { currentPassword: person.password, newPassword: 'quite another password' };
      await post(app, 'change-password', change, person.cookie);
      return unless((await enterCode(app, challenge, codeOf(app, secret))).status === 200, 'signed in');
    },
  },
  'an open redirect': {
    'beside a code': async (app) => {
      const { secret, challenge } = await challenged(app);
      const body = { code: codeOf(app, secret), callbackURL: 'https://evil.example' };
      const reply = await post(app, 'sign-in/second-factor', body, challenge);
      return unless(reply.status < 400 || reply.text.includes('https://evil.example'), 'led there');
    },
    'beside a password': async (app) => {
      const { email, password } = await makePerson(app);
      const replies = await Promise.all(
        ['https://evil.example', '//evil.example', '/\\evil.example'].map((callbackURL) =>
          post(app, 'sign-in/email', { email, password, callbackURL }),
        ),
      );
      return unless(
        replies.some(({ status }) => status < 400),
        'led there',
      );
    },
  },
};

/** Attacks with the names of their classes, each at one instant of the application's clock. */
export const casesOf = (classes: Readonly<Record<string, Readonly<Record<string, Attack>>>>) =>
  Object.entries(classes).flatMap(([name, attacks]) =>
    Object.entries(attacks).map(([how, attack]) => [`${name}: ${how}`, atOnce(attack)] as const),
  );

export const attacksByClass = casesOf(factorAttacks);
