import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.js';
import { askGraphql } from './ask.js';
import type { Person } from './people.js';

/** The code that an authenticator app shows now, or some steps from now. */
export const codeOf = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });

/** Offers a person the secret of a new factor; empty where that was refused. */
export async function offerFactor(app: TestApp, { cookie, password }: Person): Promise<string> {
  const reply = await askGraphql<{ offerSecondFactor: { secret: string } }>(
    app,
    'mutation ($input: OfferSecondFactorInput!) { offerSecondFactor(input: $input) { secret uri } }',
    { input: { currentPassword: password } },
    { cookie },
  );
  return reply.data?.offerSecondFactor?.secret ?? '';
}

export const confirmFactor = (app: TestApp, cookie: string, code: string) =>
  askGraphql<{ confirmSecondFactor: { codes: string[] } | null }>(
    app,
    'mutation ($input: ConfirmSecondFactorInput!) { confirmSecondFactor(input: $input) { codes } }',
    { input: { code } },
    { cookie },
  );

/** Gives a person a second factor by the code before the present one; answers its secret and recovery codes. */
export async function enroll(app: TestApp, person: Person): Promise<{ secret: string; codes: string[] }> {
  // At one instant: a code of the step before may not grow older while the machine is busy.
  return app.clock.at(app.clock.now(), async () => {
    const secret = await offerFactor(app, person);
    const reply = await confirmFactor(app, person.cookie, codeOf(app, secret, -1));
    return { secret, codes: reply.data?.confirmSecondFactor?.codes ?? [] };
  });
}

export const removeFactor = (app: TestApp, cookie: string) =>
  askGraphql<{ removeSecondFactor: boolean | null }>(app, 'mutation { removeSecondFactor }', {}, { cookie });

/** Sets of whom an organization requires a second factor. */
export const setPolicy = (
  app: TestApp,
  { cookie }: Pick<Person, 'cookie'>,
  input: { organizationId: string; enforcedFor: string; graceDays?: number },
) =>
  askGraphql<{ setSecondFactorPolicy: { enforcedFor: string; graceDays: number; since: string } | null }>(
    app,
    `mutation ($input: SetSecondFactorPolicyInput!) {
      setSecondFactorPolicy(input: $input) { enforcedFor graceDays since }
    }`,
    { input },
    { cookie },
  );
