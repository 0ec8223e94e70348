import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import type { Clock } from '../../platform/clock.js';
import { FetchRefused, guardedAsk, guardedFetch } from '../../platform/outbound/guarded.fetch.js';
import { readClaims } from '../identities/index.js';
import type { ProviderClient, Providers } from '../provider.types.js';

/** Why a provider signs no one in now: it does not answer, or it answers what is not to be believed. */
export class ProviderTrouble extends Error {
  constructor(
    readonly kind: 'away' | 'refused',
    because: unknown,
  ) {
    super(`the identity provider is ${kind}`, { cause: because });
  }
}

const CALL = { timeoutMs: 5_000, bytesMax: 256 * 1024 } as const;
const SCOPE = 'openid email profile';
/** Metadata and keys are read again after this time; a key that is not among those read a minute ago, at once. */
const OPENED_MS = 10 * 60 * 1000;
const OPENED_MAX = 200;

/** The calls of the library, through the guarded fetch: no redirect is followed and no private address is reached. */
const fetchThrough =
  (allow: readonly string[]): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const {
      status,
      contentType,
      body: bytes,
    } = method === 'GET'
      ? await guardedFetch(url, { ...CALL, allow, redirectsMax: 0, headers })
      : await guardedAsk(url, { headers, body: String(body ?? '') }, { ...CALL, allow });
    if (status >= 500 || status === 429) throw new FetchRefused('unreachable');
    const text = status === 200 ? new Uint8Array(bytes) : null;
    return new Response(text, { status, headers: contentType === null ? {} : { 'content-type': contentType } });
  };

/** Finds the refusal of the guarded fetch below what the library threw. */
function troubleOf(error: unknown): ProviderTrouble {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof FetchRefused) {
      const away = at.reason === 'unreachable' || at.reason === 'timeout';
      return new ProviderTrouble(away ? 'away' : 'refused', at);
    }
  return new ProviderTrouble('refused', error);
}

/** Talks to OpenID Connect providers: discovery, the code for its tokens, and the checks of an ID token. */
export function openProviders(clock: Clock): Providers {
  const opened = new Map<string, { readonly at: number; readonly configuration: Promise<oidc.Configuration> }>();

  function open(client: ProviderClient): Promise<oidc.Configuration> {
    const key = createHash('sha256').update(JSON.stringify(client)).digest('base64');
    const now = clock.now().getTime();
    const known = opened.get(key);
    if (known && Math.abs(now - known.at) < OPENED_MS) return known.configuration;
    if (opened.size >= OPENED_MAX) opened.clear();
    const configuration = discover(client);
    opened.set(key, { at: now, configuration });
    configuration.catch(() => opened.delete(key)); // an issuer that was away is looked for again at the next try
    return configuration;
  }

  return {
    async begin(client, { redirectUri, state, nonce, codeVerifier, loginHint, again }) {
      const configuration = await attempt(() => open(client));
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint === null ? {} : { login_hint: loginHint }),
        ...(again ? { prompt: 'login', max_age: '0' } : {}),
      });
      return url.href;
    },
    complete: (client, answer, { state, nonce, codeVerifier }) =>
      attempt(async () => {
        const configuration = await open(client);
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        };
        const tokens = await oidc.authorizationCodeGrant(configuration, answer, checks);
        const claims = tokens.claims();
        if (!claims) throw new Error('the provider sent no ID token');
        if (typeof claims.email === 'string') return readClaims(claims);
        const { email, email_verified, name, hd } = await moreClaims(configuration, tokens.access_token, claims.sub);
        return readClaims({ email, email_verified, name, hd, ...claims });
      }),
  };
}

/**
 * Some providers give the address by UserInfo alone; without that endpoint there is none. How and when the person signed in stands in the
 * signed ID token alone.
 */
async function moreClaims(
  configuration: oidc.Configuration,
  token: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return oidc.fetchUserInfo(configuration, token, subject);
}

async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ProviderTrouble ? error : troubleOf(error);
  }
}

async function discover({ issuer, clientId, clientSecret, allow }: ProviderClient): Promise<oidc.Configuration> {
  const local = allow.includes(hostOf(issuer));
  const discovered = await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), {
    [oidc.customFetch]: fetchThrough(allow),
    execute: local ? [oidc.allowInsecureRequests] : [],
  });
  const server = discovered.serverMetadata();
  // The library takes a shared issuer of Microsoft's for any tenant's; here an issuer is one issuer.
  if (server.issuer !== issuer) throw new Error(`the metadata is of ${server.issuer}`);
  if (!isAddress(server.authorization_endpoint, local)) throw new Error('no place to send the person to');
  const methods = server.token_endpoint_auth_methods_supported;
  const basic = methods === undefined || methods.includes('client_secret_basic');
  const authentication = basic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret);
  const configuration = new oidc.Configuration(server, clientId, {}, authentication);
  configuration[oidc.customFetch] = fetchThrough(allow);
  if (local) oidc.allowInsecureRequests(configuration);
  oidc.enableNonRepudiationChecks(configuration); // the signature of the ID token too, by the issuer's own keys
  return configuration;
}

function hostOf(issuer: string): string {
  const { hostname, port, protocol } = new URL(issuer);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** The browser is sent there: a scheme of another kind would run in the workspace. */
function isAddress(url: string | undefined, local: boolean): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (local && protocol === 'http:');
}

/** The pairs that may be reached for the operator's own issuer. */
export const allowedFor = (issuer: string, allow: readonly string[]): readonly string[] => [...allow, hostOf(issuer)];
