import type { TestApp } from './app.js';
import { Authenticator, type Twist } from './authenticator.js';
import { query } from './database.js';
import type { Attack } from './hostile.factors.js';
import {
  addPasskey,
  askOptions,
  confirmPasskey,
  enterPasskey,
  enterPassword,
  offerPasskey,
  offerProof,
  prove,
  signInByPasskey,
} from './passkeys.js';
import { makePerson } from './people.js';
import { makeDomainOwner } from './single-sign-on.js';

const unless = (passes: boolean, what: string): string => (passes ? what : 'refused');

async function withPasskey(app: TestApp) {
  const person = await makePerson(app);
  return { person, ...(await addPasskey(app, person)) };
}

/** A sign-in whose answer differs from an honest one. */
const twisted =
  (twist: Twist): Attack =>
  async (app) => {
    const { authenticator } = await withPasskey(app);
    return unless((await signInByPasskey(app, authenticator, twist)).reply.status === 200, 'signed in');
  };

/** Attacks on passkeys by their class. None may pass. */
export const passkeyAttacks: Readonly<Record<string, Readonly<Record<string, Attack>>>> = {
  'a passkey that signs for others': {
    'on a page of another origin': twisted({ origin: 'https://evil.example' }),
    'for another service': twisted({ rpId: 'evil.example' }),
    'in a frame of another site': twisted({ crossOrigin: true }),
    'without recognising the person': twisted({ verified: false }),
    'as if it were made now': twisted({ type: 'webauthn.create' }),
    'with another key': async (app) => {
      const { authenticator } = await withPasskey(app);
      const { reply } = await signInByPasskey(app, authenticator, { signedBy: new Authenticator().key });
      return unless(reply.status === 200, 'signed in');
    },
    'in the name of another account': async (app) => {
      const { authenticator } = await withPasskey(app);
      const victim = await makePerson(app);
      const userHandle = Buffer.from(victim.id.slice(4).replaceAll('-', ''), 'hex').toString('base64url');
      const { reply } = await signInByPasskey(app, authenticator, { userHandle });
      return unless(reply.status === 200, 'signed in');
    },
    'without saying whose it is': twisted({ userHandle: null }),
  },
  'a challenge of a passkey': {
    'that we never gave': twisted({ challenge: 'A'.repeat(83) }),
    'in another browser': async (app) => {
      const { authenticator } = await withPasskey(app);
      const { options } = await askOptions(app);
      const { cookie } = await askOptions(app);
      const reply = await enterPasskey(app, cookie, authenticator.use(options, app.url));
      return unless(reply.status === 200, 'signed in');
    },
    'without the browser’s cookie': async (app) => {
      const { authenticator } = await withPasskey(app);
      const { options } = await askOptions(app);
      const reply = await enterPasskey(app, '', authenticator.use(options, app.url));
      return unless(reply.status === 200, 'signed in');
    },
    'of a proof, at sign-in': async (app) => {
      const { authenticator, person } = await withPasskey(app);
      const { answer } = await offerProof(app, person.cookie);
      const { cookie } = await askOptions(app);
      const passkey = authenticator.use(answer?.options as never, app.url);
      return unless((await enterPasskey(app, cookie, passkey)).status === 200, 'signed in');
    },
    'of a proof, to add another one': async (app) => {
      const { person } = await withPasskey(app);
      const { answer } = await offerProof(app, person.cookie);
      const offered = await offerPasskey(app, person.cookie);
      const options = { ...offered.answer?.options, challenge: answer?.options.challenge };
      const passkey = new Authenticator().create(options as never, app.url);
      const added = await confirmPasskey(app, person.cookie, { name: 'x', passkey });
      return unless(added.answer !== null, 'added');
    },
    'of another session': async (app) => {
      const { authenticator, person } = await withPasskey(app);
      const { answer } = await offerProof(app, person.cookie);
      const { cookie } = await signInByPasskey(app, authenticator);
      const passkey = authenticator.use(answer?.options as never, app.url);
      return unless((await prove(app, cookie, { passkey })).answer === true, 'proved');
    },
    'a second time, in another spelling': async (app) => {
      const authenticator = new Authenticator({ counts: false });
      await addPasskey(app, await makePerson(app), authenticator);
      const { options, cookie } = await askOptions(app);
      const first = await enterPasskey(app, cookie, authenticator.use(options, app.url));
      const last = options.challenge.at(-1) ?? '';
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const challenge = options.challenge.slice(0, -1) + (alphabet[alphabet.indexOf(last) ^ 1] ?? '');
      const second = await enterPasskey(app, cookie, authenticator.use(options, app.url, { challenge }));
      return unless(first.status !== 200 || second.status === 200, 'signed in twice');
    },
  },
  'a passkey of another account': {
    'after the password of the victim': async (app) => {
      const victim = await withPasskey(app);
      const own = await withPasskey(app);
      const { cookie } = await enterPassword(app, victim.person);
      const { options } = await askOptions(app, 'second_factor', cookie);
      const passkey = own.authenticator.use({ ...options, allowCredentials: [] }, app.url);
      return unless((await enterPasskey(app, cookie, passkey, 'second_factor')).status === 200, 'signed in');
    },
    'as a proof': async (app) => {
      const victim = await withPasskey(app);
      const own = await withPasskey(app);
      const { answer } = await offerProof(app, victim.person.cookie);
      const passkey = own.authenticator.use({ ...answer?.options, allowCredentials: [] } as never, app.url);
      return unless((await prove(app, victim.person.cookie, { passkey })).answer === true, 'proved');
    },
  },
  'a way around': {
    'the password in place of the passkey': async (app) => {
      const { person } = await withPasskey(app);
      const { reply } = await enterPassword(app, person);
      return unless(reply.body.secondFactor !== true, 'signed in');
    },
    'adding one without a proof': async (app) => {
      const person = await makePerson(app);
      const { answer } = await offerPasskey(app, person.cookie, { currentPassword: 'of no one' });
      return unless(answer !== null, 'offered');
    },
    'adding one that recognised no one': async (app) => {
      const person = await makePerson(app);
      const { answer } = await offerPasskey(app, person.cookie, { currentPassword: person.password });
      const passkey = new Authenticator().create(answer?.options as never, app.url, { verified: false });
      return unless((await confirmPasskey(app, person.cookie, { name: 'x', passkey })).answer !== null, 'added');
    },
    'single sign-on alone': async (app) => {
      const { organizationId, owner, domain } = await makeDomainOwner(app);
      const person = await withPasskey(app);
      await query(app.databaseUrl, 'update auth."user" set email = $1 where id = $2', [
        `passkey@${domain}`,
        person.person.id.slice(4),
      ]);
      await query(
        app.databaseUrl,
        `insert into identity_provider (organization_id, issuer, client_id, sealed_secret, password_owner_id, created_at, updated_at)
         values ($1, 'https://id.example', 'dai', 'sealed', $2, now(), now())`,
        [organizationId.slice(4), owner.id.slice(4)],
      );
      const { reply } = await signInByPasskey(app, person.authenticator);
      return unless(reply.status === 200, 'signed in');
    },
  },
};
