import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Principal } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import { PROOF_MS, proofFault, wantedProof } from '../../platform/operation.js';
import type { Sealer } from '../../platform/secrets/secret.seal.js';
import type { SignIn, SingleSignOn, WantedSignOn } from '../accounts.context.js';
import { storeChallenge } from '../factors/index.js';
import {
  type Claims,
  endSessionsOf,
  type Flow,
  findIdentities,
  findProvider,
  findProviderOfAddress,
  isCurrentProvider,
  noteProviderProof,
  type OrganizationProvider,
  proofsOf,
  providerKey,
  storeFlow,
  takeFlow,
} from '../identities/index.js';
import type { ProviderClient, Providers } from '../provider.types.js';
import { challengeCookie, findFactorKinds, recordAccountAction } from '../sessions/index.js';
import { acceptClaims, connectClaims, type Refused } from './claims.accept.js';
import { allowedFor, ProviderTrouble } from './provider.client.js';

export interface SingleSignOnParts {
  readonly orm: MikroORM;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly signIn: SignIn;
  readonly providers: Providers;
  /** Opens the secrets of organizations' clients. */
  readonly clientSecrets: Sealer;
}

const COOKIE = 'dai.sign_on';
const COOKIE_S = 15 * 60;
const CONFIGURED = 'configuration';
/** The provider's clock may run ahead of ours. */
const SKEW_MS = 60 * 1000;

/** The address that the owner registers at their provider; each provider has one of its own. */
export const callbackUrl = (workspaceUrl: string, organizationId: string | null): string =>
  `${workspaceUrl}/api/auth/single-sign-on/callback/${organizationId === null ? CONFIGURED : publicId('org', organizationId)}`;

/** A client, and the organization that has it; null for the one of the configuration. */
interface Chosen {
  readonly organizationId: string | null;
  readonly client: ProviderClient;
}

/** The client of an organization's provider; null when no secret of ours sealed its secret. */
export function clientOf(
  { config, clientSecrets }: Pick<SingleSignOnParts, 'config' | 'clientSecrets'>,
  { organizationId, issuer, clientId, sealedSecret }: OrganizationProvider,
): ProviderClient | null {
  const secret = clientSecrets.open(sealedSecret, organizationId);
  return secret && { issuer, clientId, clientSecret: secret.text, allow: config.outboundAllow };
}

/** Single sign-on for browser sessions of people (decisions §2): a verified ID token signs a person in and makes no membership. */
export function openSingleSignOn(parts: SingleSignOnParts): SingleSignOn {
  const { orm, config, clock, log, signIn, providers } = parts;
  const secure = config.workspaceUrl.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/api/auth/single-sign-on; HttpOnly; SameSite=Lax${secure}`;

  const configured: Chosen | null = config.singleSignOn
    ? {
        organizationId: null,
        client: { ...config.singleSignOn, allow: allowedFor(config.singleSignOn.issuer, config.outboundAllow) },
      }
    : null;

  function chosenOf(provider: OrganizationProvider | null): Chosen | null {
    const client = provider && clientOf(parts, provider);
    return provider && client && { organizationId: provider.organizationId, client };
  }
  const chosenFor = async (em: EntityManager, email: string | null): Promise<Chosen | null> =>
    chosenOf(email === null ? null : await findProviderOfAddress(em, email)) ?? configured;

  /** The provider of the identity that the holder of a session used last. */
  async function chosenOfPerson(em: EntityManager, userId: string): Promise<Chosen | null> {
    for (const { organizationId } of await findIdentities(em, userId)) {
      const chosen = organizationId === null ? configured : chosenOf(await findProvider(em, organizationId));
      if (chosen) return chosen;
    }
    return null;
  }

  async function choose(em: EntityManager, { caller, email, purpose }: WantedSignOn): Promise<Chosen> {
    if (purpose !== 'sign_in' && caller.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    const stale = purpose === 'connect' ? proofFault(caller, clock.now(), 'always') : null;
    if (stale) throw stale;
    const person = caller.kind === 'session' ? caller : null;
    if (purpose === 'prove' && person?.secondFactor) throw wantedProof(person); // the provider stands for the password, never for the code
    const chosen =
      purpose === 'prove' && person
        ? await chosenOfPerson(em, person.userId)
        : await chosenFor(em, purpose === 'connect' && person ? person.email : email);
    if (chosen) return chosen;
    const detail = 'no single sign-on is set up for this address';
    throw invalid([{ pointer: '/email', code: 'not_set_up', detail }]);
  }

  return {
    async begin(_request, wanted) {
      const em = orm.em.fork();
      const { caller, purpose, email, next } = wanted;
      const { organizationId, client } = await choose(em, wanted);
      const { issuer, clientId } = client;
      const sessionId = purpose !== 'sign_in' && caller.kind === 'session' ? caller.sessionId : null;
      const flow: Flow = { organizationId, issuer, clientId, purpose, sessionId, next };
      const token = await storeFlow(em, flow, clock.now());
      const redirectUri = callbackUrl(config.workspaceUrl, organizationId);
      const loginHint = caller.kind === 'session' && purpose !== 'sign_in' ? caller.email : email;
      const url = await providers
        .begin(client, { ...proofsOf(token), redirectUri, loginHint, again: purpose === 'prove' })
        .catch((error: unknown) => {
          throw troubleFault(error);
        });
      const cookie = `${COOKIE}=${token}; Max-Age=${COOKIE_S}; ${attributes}`;
      return Response.json({ url }, { headers: { 'set-cookie': cookie } });
    },

    async complete(request, place, by) {
      const em = orm.em.fork();
      const at = clock.now();
      const token = /(?:^|;\s*)dai\.sign_on=([\w-]{43})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? null;
      const flow = token === null ? null : await takeFlow(em, token, at);
      const answer = await settle(em, { request, place, by, at, token, flow });
      answer.headers.append('set-cookie', `${COOKIE}=; Max-Age=0; ${attributes}`);
      return answer;
    },
  };

  interface Return {
    readonly request: Request;
    readonly place: string;
    readonly by: { readonly caller: Principal; readonly requestId: string };
    readonly at: Date;
    readonly token: string | null;
    readonly flow: Flow | null;
  }

  async function settle(em: EntityManager, back: Return): Promise<Response> {
    const { request, place, at, token, flow } = back;
    if (token === null || flow === null) return refusal('ended');
    const { organizationId, issuer, clientId, purpose } = flow;
    const expected = callbackUrl(config.workspaceUrl, organizationId);
    const chosen = organizationId === null ? configured : chosenOf(await findProvider(em, organizationId));
    if (!expected.endsWith(`/${place}`) || chosen === null) return refusal('ended');
    const { client } = chosen;
    if (client.issuer !== issuer || client.clientId !== clientId) return refusal('ended');
    const url = new URL(expected);
    url.search = new URL(request.url).search;
    if (url.searchParams.get('error') === 'access_denied') return refusal('cancelled');
    const claims = await providers.complete(client, url, proofsOf(token)).catch((error: unknown) => {
      if (!(error instanceof ProviderTrouble)) throw error;
      log.warn({ issuer, because: error.cause instanceof Error ? error.cause.message : '' }, error.message);
      return error.kind;
    });
    if (typeof claims === 'string') return refusal(claims);
    if (purpose === 'sign_in') return signInBy(em, back, flow, claims);
    const { caller } = back.by;
    if (caller.kind !== 'session' || caller.sessionId !== flow.sessionId) return refusal('ended');
    const scope = { organizationId, domain: await domainOfScope(em, organizationId) };
    if (purpose === 'connect') {
      const { userId, email } = caller;
      const refused = await connectClaims(em, log, { claims, scope, userId, email, at, requestId: back.by.requestId });
      return refused ? refusal(refused) : redirect(flow.next ?? '/admin/#/me/profile');
    }
    const provenAt = proofOf(claims, at);
    if (caller.secondFactor || at.getTime() - provenAt.getTime() > PROOF_MS) return refusal('unproven');
    if (caller.providerFactor && !claims.multiFactor) return refusal('unproven'); // one factor is less than what opened the session
    const { sessionId, userId } = caller;
    if (!(await noteProviderProof(em, { claims, organizationId, sessionId, userId, provenAt })))
      return refusal('other');
    return redirect('/admin/#/login?account=proven');
  }

  async function domainOfScope(em: EntityManager, organizationId: string | null): Promise<string | null> {
    return organizationId === null ? null : ((await findProvider(em, organizationId))?.domain ?? '');
  }

  async function signInBy(em: EntityManager, back: Return, flow: Flow, claims: Claims): Promise<Response> {
    const { request, at, by } = back;
    const { organizationId } = flow;
    const scope = { organizationId, domain: await domainOfScope(em, organizationId) };
    const outcome = await em.transactional((tx) => acceptClaims(tx, log, { claims, scope, at }));
    if (typeof outcome === 'string') return refusal(outcome);
    const { userId, secondFactor, created } = outcome;
    if (created && !claims.emailVerified) await signIn.sendVerification(userId);
    const identityProvider = organizationId ?? CONFIGURED;
    const next = flow.next ?? '/admin/';
    if (secondFactor) {
      const challenge = { userId, remembers: true, identityProvider };
      const token = await em.transactional(async (tx) => {
        if (!(await isCurrentProvider(tx, flow))) return null;
        await recordAccountAction(tx, { userId, action: 'session.challenge', at, requestId: by.requestId });
        return storeChallenge(tx, challenge, at);
      });
      if (token === null) return refusal('ended');
      const factors = (await findFactorKinds(em, userId)).join();
      const answer = redirect(`/admin/#/login?${new URLSearchParams({ account: 'code', factors, next })}`);
      answer.headers.append('set-cookie', challengeCookie(token, secure !== ''));
      return answer;
    }
    const multiFactorBy = organizationId !== null && claims.multiFactor ? providerKey(flow) : null;
    const provenAt = proofOf(claims, at);
    const opened = { userId, remembers: true, provenAt, secondFactor: false, identityProvider, multiFactorBy };
    const session = await signIn.openSession(request, opened);
    const changes: Record<string, [unknown, unknown]> = { singleSignOn: [null, claims.issuer] };
    // A change of the provider meanwhile has ended its sessions without this one, or waits for this transaction and ends it then.
    const stays = await em.transactional(async (tx) => {
      const isCurrent = await isCurrentProvider(tx, flow);
      if (isCurrent)
        await recordAccountAction(tx, { userId, action: 'session.create', at, changes, requestId: by.requestId });
      else if (organizationId !== null) await endSessionsOf(tx, organizationId, userId);
      return isCurrent;
    });
    if (!stays) return refusal('ended');
    const answer = redirect(next);
    for (const cookie of session.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
    return answer;
  }
}

/** The moment at which the provider had the person prove themselves; without it nothing is proved. */
function proofOf({ authenticatedAt }: Claims, now: Date): Date {
  if (authenticatedAt === null || authenticatedAt.getTime() > now.getTime() + SKEW_MS) return new Date(0);
  return authenticatedAt < now ? authenticatedAt : now;
}

const redirect = (location: string): Response => new Response(null, { status: 302, headers: { location } });

/** The page that says why no one was signed in, and offers another try. */
const refusal = (problem: Refused | 'ended' | 'cancelled' | 'away' | 'refused' | 'unproven' | 'other'): Response =>
  redirect(`/admin/#/login?${new URLSearchParams({ account: 'sso', problem })}`);

/** A provider that cannot be asked now, as a problem. */
export function troubleFault(error: unknown): unknown {
  if (!(error instanceof ProviderTrouble)) return error;
  return error.kind === 'away'
    ? new Fault('UNAVAILABLE', {
        say: 'The identity provider does not answer. Try again.',
        because: error.cause,
        retryAfterS: 10,
      })
    : new Fault('PROVIDER_FAILED', {
        say: 'The identity provider answers something else than its metadata as OpenID Connect has it.',
        because: error.cause,
      });
}
