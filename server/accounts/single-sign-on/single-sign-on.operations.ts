import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { AccountsContext, AccountsParts } from '../accounts.context.js';
import {
  deleteIdentity,
  endOtherWays,
  endSessionsBy,
  findIdentities,
  findLastUse,
  findProviderOfAddress,
} from '../identities/index.js';
import { IdentityProvider } from '../identity.entity.js';
import { Member, MemberRole } from '../member.entity.js';
import { lockPerson, ownerOf, requireMember } from '../members/index.js';
import { Organization } from '../organization.entity.js';
import { findOrganization, lockOwn, recordOrganizationChange } from '../organizations/index.js';
import { recordAccountAction } from '../sessions/index.js';
import { callbackUrl, troubleFault } from './single-sign-on.open.js';
import type {
  DisconnectIdentityInput,
  RemoveSingleSignOnInput,
  RequireSingleSignOnInput,
  SaveSingleSignOnInput,
  SignInMethods,
  SingleSignOnArgs,
  SingleSignOnSettings,
} from './single-sign-on.types.js';

const sessionOf = ({ principal }: RequestContext): string => {
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  return principal.sessionId;
};

/** The single sign-on of an organization, for its owners. */
export const readSingleSignOn = operation<SingleSignOnArgs, SingleSignOnSettings, AccountsParts>(
  { name: 'singleSignOn', who: ['session'], limit: 'workflow' },
  async function singleSignOn(ctx, { organizationId }) {
    await requireMember(ctx, organizationId, MemberRole.owner);
    return settingsOf(ctx, ctx.em, organizationId);
  },
);

async function settingsOf(
  ctx: AccountsContext,
  em: EntityManager,
  organizationId: string,
): Promise<SingleSignOnSettings> {
  const organization = await findOrganization(em, organizationId);
  if (!organization) throw new Fault('NOT_FOUND');
  const { domain, domainVerifiedAt } = organization;
  const provider = await em.findOne(IdentityProvider, { organization: organizationId });
  const use = provider && (await findLastUse(em, { organizationId, issuer: provider.issuer, userId: ownerOf(ctx) }));
  return {
    callbackUrl: callbackUrl(ctx.platform.config.workspaceUrl, organizationId),
    domain,
    domainVerified: domainVerifiedAt !== null,
    provider: provider && {
      issuer: provider.issuer,
      clientId: provider.clientId,
      updatedAt: provider.updatedAt,
      usedAt: use?.at ?? null,
      signedInCaller: use?.mine ?? false,
      passwordOwnerId: provider.passwordOwnerId,
    },
  };
}

/**
 * Stores the provider after its metadata was read, so that a wrong issuer is refused here and not at sign-in. Another issuer or client ends
 * the sessions that the one before opened, and opens passwords again until it has been tried.
 */
export const saveSingleSignOn = operation<SaveSingleSignOnInput, SingleSignOnSettings, AccountsParts>(
  { name: 'saveSingleSignOn', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function saveSingleSignOn(ctx, input) {
    const { organizationId, issuer, clientId } = input;
    const { clientSecrets, providers } = ctx.parts;
    const { config, clock } = ctx.platform;
    await requireMember(ctx, organizationId, MemberRole.owner);
    if (!(await findOrganization(ctx.em, organizationId))?.domainVerifiedAt) throw unverifiedDomain();
    const secret = await secretFor(ctx, input);
    await providers
      .begin(
        { issuer, clientId, clientSecret: secret, allow: config.outboundAllow },
        { ...TRIAL, redirectUri: callbackUrl(config.workspaceUrl, organizationId) },
      )
      .catch((error: unknown) => {
        throw troubleFault(error);
      });
    const at = clock.now();
    return ctx.em.transactional(async (em) => {
      const { domain, domainVerifiedAt } = await lockAsOwner(ctx, em, organizationId);
      if (!domain || !domainVerifiedAt) throw unverifiedDomain();
      const before = await em.findOne(IdentityProvider, { organization: organizationId });
      const isOther = before !== null && (before.issuer !== issuer || before.clientId !== clientId);
      const sealedSecret = clientSecrets.seal(secret, organizationId);
      const changes: Record<string, [unknown, unknown]> = {
        issuer: [before?.issuer ?? null, issuer],
        clientId: [before?.clientId ?? null, clientId],
      };
      if (before) {
        Object.assign(before, { issuer, clientId, sealedSecret, updatedAt: at });
        if (isOther) before.passwordOwnerId = null;
      } else
        em.create(IdentityProvider, {
          organization: organizationId,
          issuer,
          clientId,
          sealedSecret,
          passwordOwnerId: null,
          createdAt: at,
          updatedAt: at,
        });
      await em.flush();
      if (isOther) {
        const ended = await endSessionsBy(em, { organizationId, sessionId: sessionOf(ctx) });
        changes.sessions = [ended, 0];
      }
      await recordOrganizationChange(ctx, em, { action: 'organization.single_sign_on', organizationId, changes });
      return settingsOf(ctx, em, organizationId);
    });
  },
);

const unverifiedDomain = (): Fault =>
  new Fault('STATE_CONFLICT', { say: 'Verify the domain of the organization first.' });

/** Nothing is begun: these show that the provider has a place to send people to. */
const TRIAL = { state: 'trial', nonce: 'trial', codeVerifier: 'trial', loginHint: null, again: false } as const;

/** The secret that was given, or the stored one of the same client at the same issuer: it goes to no other place. */
async function secretFor(
  { em, parts }: AccountsContext,
  { organizationId, issuer, clientId, clientSecret }: SaveSingleSignOnInput,
): Promise<string> {
  if (clientSecret) return clientSecret;
  const stored = await em.findOne(IdentityProvider, { organization: organizationId, issuer, clientId });
  const opened = stored && parts.clientSecrets.open(stored.sealedSecret, organizationId);
  if (opened) return opened.text;
  throw invalid([{ pointer: '/clientSecret', code: 'required', detail: 'clientSecret is required' }]);
}

/** Closes passwords for the people of the domain, all but one owner's, or opens them again. */
export const requireSingleSignOn = operation<RequireSingleSignOnInput, SingleSignOnSettings, AccountsParts>(
  { name: 'requireSingleSignOn', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function requireSingleSignOn(ctx, { organizationId, passwordOwnerId: wanted }) {
    const ownerId = wanted ?? null;
    const hasPassword = ownerId === null || (await ctx.parts.signIn.hasPassword(ownerId));
    return ctx.em.transactional(async (em) => {
      const { domain, domainVerifiedAt } = await lockAsOwner(ctx, em, organizationId);
      const provider = await em.findOne(IdentityProvider, { organization: organizationId });
      if (!provider && ownerId === null) return settingsOf(ctx, em, organizationId);
      if (!provider || !domain || !domainVerifiedAt)
        throw new Fault('STATE_CONFLICT', { say: 'Set up single sign-on first.' });
      const changes: Record<string, [unknown, unknown]> = {
        passwordOwner: [
          provider.passwordOwnerId && publicId('usr', provider.passwordOwnerId),
          ownerId && publicId('usr', ownerId),
        ],
      };
      if (ownerId !== null) {
        const { mine } = await findLastUse(em, { organizationId, issuer: provider.issuer, userId: ownerOf(ctx) });
        if (!mine)
          throw new Fault('STATE_CONFLICT', { say: 'Sign in by single sign-on once before passwords are closed.' });
        const owner = await em.count(Member, { organization: organizationId, userId: ownerId, role: MemberRole.owner });
        if (owner === 0 || !hasPassword)
          throw invalid([
            {
              pointer: '/passwordOwnerId',
              code: 'not_allowed',
              detail: 'the way back is an owner of the organization with a password',
            },
          ]);
        const sessionId = sessionOf(ctx);
        changes.sessions = [await endOtherWays(em, { organizationId, domain, ownerId, sessionId }), 0];
      }
      provider.passwordOwnerId = ownerId;
      await em.flush();
      await recordOrganizationChange(ctx, em, { action: 'organization.single_sign_on', organizationId, changes });
      return settingsOf(ctx, em, organizationId);
    });
  },
);

/** Removes the provider: the sessions that it opened end, and passwords sign in again. */
export const removeSingleSignOn = operation<RemoveSingleSignOnInput, boolean, AccountsParts>(
  { name: 'removeSingleSignOn', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function removeSingleSignOn(ctx, { organizationId }) {
    return ctx.em.transactional(async (em) => {
      await lockAsOwner(ctx, em, organizationId);
      const provider = await em.findOne(IdentityProvider, { organization: organizationId });
      if (!provider) return false;
      const { issuer } = provider;
      await em.remove(provider).flush();
      const ended = await endSessionsBy(em, { organizationId, sessionId: sessionOf(ctx) });
      const changes: Record<string, [unknown, unknown]> = { issuer: [issuer, null], sessions: [ended, 0] };
      await recordOrganizationChange(ctx, em, { action: 'organization.single_sign_on', organizationId, changes });
      return true;
    });
  },
);

/** The organization, locked; the caller's role is looked up behind the lock. */
async function lockAsOwner(ctx: AccountsContext, em: EntityManager, organizationId: string): Promise<Organization> {
  await requireMember(ctx, organizationId, MemberRole.owner, em);
  return lockOwn(em, organizationId);
}

/** The ways in which the caller signs in. */
export const readSignInMethods = operation<Record<string, never>, SignInMethods, AccountsParts>(
  { name: 'signInMethods', who: ['session'], limit: 'workflow', enrols: true },
  async function signInMethods(ctx) {
    const { principal, em, parts, platform } = ctx;
    if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    const { userId, email } = principal;
    const offered = platform.config.singleSignOn ?? (await findProviderOfAddress(em, email));
    const identities = await findIdentities(em, userId);
    return {
      password: await parts.signIn.hasPassword(userId),
      singleSignOnOffered: Boolean(offered),
      identities: identities.map(({ id, ...identity }) => ({ identityId: id, ...identity })),
    };
  },
);

/** Disconnects a provider from the account of the caller, unless it is the only way in. */
export const disconnectIdentity = operation<DisconnectIdentityInput, boolean, AccountsParts>(
  { name: 'disconnectIdentity', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function disconnectIdentity(ctx, { identityId }) {
    const userId = ownerOf(ctx);
    const hasPassword = await ctx.parts.signIn.hasPassword(userId);
    await ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      if (!(await deleteIdentity(em, userId, identityId)))
        throw new Fault('NOT_FOUND', { say: 'Your account has no such provider.' });
      if (!hasPassword && (await findIdentities(em, userId)).length === 0)
        throw new Fault('STATE_CONFLICT', {
          say: 'This is the only way into your account. Choose “Forgot password?” at sign-in to get a password first.',
        });
      await recordAccountAction(em, {
        userId,
        action: 'identity.disconnect',
        at: ctx.platform.clock.now(),
        changes: { identity: [publicId('idn', identityId), null] },
        requestId: ctx.requestId,
      });
    });
    return true;
  },
);
