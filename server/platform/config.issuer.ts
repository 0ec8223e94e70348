import { z } from 'zod';

/** The OpenID Connect provider that the operator configured. */
export interface SingleSignOnConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An issuer, exactly as its provider writes it: a slash at the end is part of it. */
export const issuerAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => !URL.canParse(text) || isBare(new URL(text)), 'must have no user name, query or fragment');

const isBare = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].every((part) => part === '');

/** The provider of the environment, or undefined where a part of it is missing. */
export const singleSignOnOf = (env: {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
}): SingleSignOnConfig | undefined =>
  env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
    ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
    : undefined;
