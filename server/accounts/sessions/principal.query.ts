import { hash } from 'node:crypto';
import type { Request } from 'express';
import { ANONYMOUS, type Platform, type Principal, type PrincipalOf } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import type { Row } from '../../platform/row.types.js';
import type { CredentialUses, Principals, SignedIn, SignIn } from '../accounts.context.js';
import type { Credential } from '../credential.entity.js';
import { findCredential, hasCreatorsRights, hashToken, loadBinding, readBearer } from '../credentials/index.js';
import { readDues } from '../factors/index.js';
import { SESSION_COOKIE } from './sign-in.client.js';

/** A tracking key's binding is remembered for so long. A flush asks in its own transaction whether the key still lives. */
const BINDING_CACHED_MS = 20_000;
const BINDINGS_MAX = 10_000;

type TrackingPrincipal = PrincipalOf<'tracking_key'>;

const refused = (
  code: 'invalid' | 'expired' | 'revoked' | 'placeholder_not_expanded',
  detail: string,
  advice: { hint?: string } = {},
): Principal => ({
  kind: 'anonymous',
  refusal: new Fault('UNAUTHENTICATED', { say: detail, errors: [{ pointer: '', code, detail, ...advice }] }),
});

/** One sentence for a key that has lost the rights that it stands on: only its organization may know which right is gone. */
const ENDED = 'The key ended with the rights of its creator, its product or its organization.';

const AT_ONCE = new Date(0);

const DETAILS = {
  invalid: 'The credential is malformed or unknown.',
  placeholder_not_expanded:
    'The credential is a literal placeholder: the variable was not expanded by the program that sent it.',
};
const ADVICE = {
  invalid: {},
  placeholder_not_expanded: {
    hint: 'set the variable where that program is started, and write it in the form that the program expands',
  },
};

/** Every answer to a live workflow token says when it ends, refusals too (decisions §2); a shared cache must not tell it to others. */
function reportExpiration({ res }: Request, expiresAt: Date): void {
  res?.setHeader('Workflow-Token-Expiration', expiresAt.toISOString());
  res?.vary('Authorization');
}

/** True when a request shows a credential of ours, valid or not. */
export const hasCredential = ({ headers }: Pick<Request, 'headers'>): boolean =>
  readBearer(headers.authorization).kind !== 'none' || (headers.cookie?.includes(SESSION_COOKIE) ?? false);

/** Stands for an Authorization header in memory, where no credential itself is held. */
const digestOf = (authorization: string): string => hash('sha256', authorization, 'base64');

/** Resolves a request's principal: a bearer token decides over a cookie (decisions §2, Credentials). */
export function openPrincipals(
  platform: Pick<Platform, 'clock' | 'config' | 'em'>,
  signIn: SignIn,
  credentialUses: CredentialUses,
): Principals {
  const bindings = new Map<string, { principal: TrackingPrincipal; readAt: number }>();

  const forgetWhere = (isMeant: (binding: TrackingPrincipal['binding']) => boolean): void => {
    for (const [key, { principal }] of bindings) if (isMeant(principal.binding)) bindings.delete(key);
  };

  /** The binding that was read for an Authorization header of this digest; a clock that was set back counts as one that ran on. */
  function remembered(digest: string): TrackingPrincipal | null {
    const known = bindings.get(digest);
    if (!known) return null;
    const now = platform.clock.now();
    return Math.abs(now.getTime() - known.readAt) < BINDING_CACHED_MS ? known.principal : null;
  }

  async function fromToken(token: string, digest: string): Promise<Principal> {
    const now = platform.clock.now();
    const em = platform.em();
    const found = await findCredential(em, hashToken(token));
    if (!found) return refused('invalid', DETAILS.invalid);
    if (found.revokedAt) return refused('revoked', 'The credential was revoked.');
    if (found.expiresAt && found.expiresAt <= now) return refused('expired', 'The credential has expired.');
    const principal = await principalOf(found);
    if (principal.kind === 'workflow_token' || principal.kind === 'enterprise_key')
      credentialUses.note(principal.credentialId, now);
    if (principal.kind !== 'tracking_key') return principal;
    if (bindings.size >= BINDINGS_MAX) bindings.clear();
    bindings.set(digest, { principal, readAt: now.getTime() });
    return principal;
  }

  async function principalOf(found: Row<Credential>): Promise<Principal> {
    const { id, kind, name, hint, organizationId, productUuid, createdBy, userId, projectId, expiresAt } = found;
    if (kind === 'tracking_key' && organizationId && productUuid) {
      const binding = await loadBinding(platform.em(), organizationId, productUuid);
      return binding ? { kind, credentialId: id, hint, binding } : refused('invalid', DETAILS.invalid);
    }
    if (kind === 'workflow_token' && userId && expiresAt)
      return { kind, credentialId: id, name, hint, userId, scopes: found.scopes, projectId, expiresAt };
    if (kind === 'enterprise_key' && organizationId && productUuid && expiresAt) {
      const isLive =
        createdBy !== null && (await hasCreatorsRights(platform.em(), { organizationId, productUuid, createdBy }));
      return isLive
        ? { kind, credentialId: id, name, organizationId, productUuid, expiresAt }
        : refused('revoked', ENDED);
    }
    return refused('invalid', DETAILS.invalid);
  }

  async function resolveBearer(req: Request): Promise<Principal> {
    const { authorization } = req.headers;
    if (authorization === undefined) return ANONYMOUS;
    const digest = digestOf(authorization);
    const known = remembered(digest);
    if (known) return known;
    const bearer = readBearer(authorization);
    if (bearer.kind === 'none') return ANONYMOUS;
    if (bearer.kind === 'refused') return refused(bearer.code, DETAILS[bearer.code], ADVICE[bearer.code]);
    const principal = await fromToken(bearer.token, digest);
    if (principal.kind === 'workflow_token') reportExpiration(req, principal.expiresAt);
    return principal;
  }

  /**
   * From when a person without a second factor has to have one, and whether the organization's provider stands in for one that is required by
   * now; a person with one costs no question.
   */
  async function factorsOf({ user, session }: SignedIn): Promise<{ enrollBy: Date | null; providerFactor: boolean }> {
    if (user.secondFactor) return { enrollBy: null, providerFactor: false };
    const dues = await readDues(platform.em(), user.id, session.multiFactor);
    const now = platform.clock.now();
    const missing = dues.find(({ fulfilled }) => !fulfilled)?.dueAt ?? null;
    return {
      enrollBy: user.reviewer && platform.config.reviewersNeedSecondFactor ? AT_ONCE : missing,
      providerFactor: dues.some(({ fulfilled, dueAt }) => fulfilled && dueAt <= now),
    };
  }

  return {
    recall: ({ headers: { authorization } }) => (authorization ? remembered(digestOf(authorization)) : null),
    resolveBearer,
    async resolve(req) {
      const principal = await resolveBearer(req);
      if (principal !== ANONYMOUS) return principal;
      const { cookie } = req.headers;
      if (!cookie?.includes(SESSION_COOKIE)) return ANONYMOUS;
      const signedIn = await signIn.find(cookie);
      if (!signedIn) return ANONYMOUS;
      for (const prolonged of signedIn.cookies) req.res?.append('Set-Cookie', prolonged);
      const { id: userId, ...person } = signedIn.user;
      const { id: sessionId, provenAt } = signedIn.session;
      return { kind: 'session', userId, sessionId, provenAt, ...(await factorsOf(signedIn)), ...person };
    },
    forget: (productUuid) => forgetWhere((binding) => binding.productUuid === productUuid),
    forgetOrganization: (organizationId) => forgetWhere((binding) => binding.organizationId === organizationId),
  };
}
