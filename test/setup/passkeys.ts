import type { TestApp } from './app.js';
import { ask, askGraphql } from './ask.js';
import { Authenticator, type Twist } from './authenticator.js';
import { cookieOf, type Person } from './people.js';

type Created = Parameters<Authenticator['create']>[0];
type Question = Parameters<Authenticator['use']>[0];

const gql =
  <Answer>(name: string, input: string, selection: string) =>
  (app: TestApp, cookie: string, values: object = {}) =>
    askGraphql<Record<string, Answer | null>>(
      app,
      input === ''
        ? `mutation { ${name} ${selection} }`
        : `mutation ($input: ${input}!) { ${name}(input: $input) ${selection} }`,
      input === '' ? {} : { input: values },
      { cookie },
    ).then(({ data, errors }) => ({
      answer: data?.[name] ?? null,
      problem: errors[0]?.extensions ?? null,
    }));

export const offerPasskey = gql<{ options: Created }>('offerPasskey', 'OfferPasskeyInput', '{ options }');
export const confirmPasskey = gql<{ passkey: { passkeyId: string; backedUp: boolean }; codes: string[] | null }>(
  'confirmPasskey',
  'ConfirmPasskeyInput',
  '{ passkey { passkeyId name synced backedUp usedAt } codes }',
);
export const renamePasskey = gql<{ name: string }>('renamePasskey', 'RenamePasskeyInput', '{ name }');
export const removePasskey = gql<boolean>('removePasskey', 'RemovePasskeyInput', '');
export const offerProof = gql<{ options: Question }>('offerPasskeyProof', '', '{ options }');
export const prove = gql<boolean>('proveIdentity', 'ProveIdentityInput', '');

/** Adds a passkey to a person's account; answers its id and the recovery codes of a first factor. */
export async function addPasskey(
  app: TestApp,
  { cookie, password }: Pick<Person, 'cookie' | 'password'>,
  authenticator = new Authenticator(),
): Promise<{ authenticator: Authenticator; passkeyId: string; codes: string[] | null }> {
  const { answer, problem } = await offerPasskey(app, cookie, { currentPassword: password });
  if (!answer) throw new Error(`offerPasskey answered ${JSON.stringify(problem)}`);
  const passkey = authenticator.create(answer.options, app.url);
  const added = await confirmPasskey(app, cookie, { name: 'My phone', passkey });
  if (!added.answer) throw new Error(`confirmPasskey answered ${JSON.stringify(added.problem)}`);
  return { authenticator, passkeyId: added.answer.passkey.passkeyId, codes: added.answer.codes };
}

const post = <Body>(app: TestApp, path: string, body: object, cookie: string) =>
  ask<Body & { code?: string; errors?: { code: string; pointer: string }[] }>(`${app.url}/api/auth/${path}`, {
    body,
    headers: { origin: app.url },
    ...(cookie ? { cookie } : {}),
  });

/** The browser's question as the sign-in page gets it, with the cookie of the browser. */
export async function askOptions(
  app: TestApp,
  purpose: 'sign_in' | 'second_factor' = 'sign_in',
  cookie = '',
): Promise<{ options: Question; cookie: string; status: number }> {
  const reply = await post<{ options: Question }>(app, 'passkey-options', { purpose }, cookie);
  return { options: reply.body.options, cookie: cookieOf(reply.headers) || cookie, status: reply.status };
}

export const enterPasskey = (
  app: TestApp,
  cookie: string,
  passkey: object,
  purpose: 'sign_in' | 'second_factor' = 'sign_in',
) => post<{ user?: { email: string } }>(app, 'sign-in/passkey', { purpose, passkey }, cookie);

/** Signs in by a passkey, as the button of the sign-in page does. */
export async function signInByPasskey(app: TestApp, authenticator: Authenticator, twist: Twist = {}) {
  const { options, cookie } = await askOptions(app);
  const reply = await enterPasskey(app, cookie, authenticator.use(options, app.url, twist));
  return { reply, cookie: cookieOf(reply.headers) };
}

/** Enters the password; the answer names the factors that complete it. */
export async function enterPassword(app: TestApp, { email, password }: Pick<Person, 'email' | 'password'>) {
  const reply = await post<{ secondFactor?: boolean; factors?: string[] }>(
    app,
    'sign-in/email',
    { email, password },
    '',
  );
  return { reply, cookie: cookieOf(reply.headers) };
}
