import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../platform/context.js';
import { nameForLetter, sendLetter } from '../../platform/mail/mail.js';
import { operation } from '../../platform/operation.js';
import { EnforcedFor, SecondFactorPolicy } from '../factor.entity.js';
import { findPolicy, readEnrolments } from '../factors/index.js';
import { MemberRole } from '../member.entity.js';
import { findMembers, requireMember } from '../members/index.js';
import type { OrganizationArgs } from '../organization.types.js';
import { findOrganization, lockOrganization, recordOrganizationChange } from '../organizations/index.js';
import { answerOf } from './factor-reset.operations.js';
import { readResets } from './factor-reset.query.js';
import type { OrganizationSecurity, SecondFactorPolicyAnswer, SetSecondFactorPolicyInput } from './security.types.js';

const NO_POLICY: SecondFactorPolicyAnswer = { enforcedFor: EnforcedFor.no_one, graceDays: 0, since: null };

const policyOf = async (em: EntityManager, organizationId: string): Promise<SecondFactorPolicyAnswer> =>
  (await findPolicy(em, organizationId)) ?? NO_POLICY;

/** How the people of an organization sign in, for its admins. */
export const readOrganizationSecurity = operation(
  { name: 'organizationSecurity', who: ['session'], limit: 'workflow' },
  async function organizationSecurity(ctx, { organizationId }: OrganizationArgs): Promise<OrganizationSecurity> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const enrolments = await readEnrolments(ctx.em, organizationId, ctx.platform.clock.now());
    const members = await findMembers(ctx.em, organizationId, {});
    return {
      policy: await policyOf(ctx.em, organizationId),
      members: members.map(({ userId, name, email, role }) => {
        const { enrolled = false, byProvider = false, requiredFrom = null } = enrolments.get(userId) ?? {};
        return { userId, name, email, role, enrolled, byProvider, requiredFrom };
      }),
      resets: (await readResets(ctx.em, (of) => of.where('organization_id', '=', organizationId))).map(answerOf),
    };
  },
);

/**
 * Sets of whom an organization requires a second factor. A person who has none is led to its enrolment and nowhere else from the end of the
 * grace on; tokens and keys that were created before keep working. The same policy again changes nothing, its days neither.
 */
export const setSecondFactorPolicy = operation(
  { name: 'setSecondFactorPolicy', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function setSecondFactorPolicy(
    ctx,
    { organizationId, enforcedFor, graceDays: given }: SetSecondFactorPolicyInput,
  ): Promise<SecondFactorPolicyAnswer> {
    const graceDays = given ?? 0;
    return ctx.em.transactional(async (em) => {
      await requireMember(ctx, organizationId, MemberRole.owner, em);
      await lockOrganization(em, organizationId);
      const before = await policyOf(em, organizationId);
      if (before.enforcedFor === enforcedFor && before.graceDays === graceDays) return before;
      const since = ctx.platform.clock.now();
      await em.upsert(SecondFactorPolicy, { organization: organizationId, enforcedFor, graceDays, since });
      await recordOrganizationChange(ctx, em, {
        action: 'organization.second_factor',
        organizationId,
        changes: { enforcedFor: [before.enforcedFor, enforcedFor], graceDays: [before.graceDays, graceDays] },
      });
      await sendPolicyLetters(ctx, em, organizationId);
      return { enforcedFor, graceDays, since };
    });
  },
);

/** Tells the people who have none and have to have one, with the day. */
async function sendPolicyLetters(
  { platform }: RequestContext,
  em: EntityManager,
  organizationId: string,
): Promise<void> {
  const enrolments = await readEnrolments(em, organizationId, platform.clock.now());
  const name = nameForLetter((await findOrganization(em, organizationId))?.name ?? '');
  const link = `${platform.config.workspaceUrl}/admin/#/me/profile`;
  for (const { userId, email } of await findMembers(em, organizationId, {})) {
    const { enrolled = false, byProvider = false, requiredFrom = null } = enrolments.get(userId) ?? {};
    if (enrolled || requiredFrom === null) continue;
    await sendLetter(em, platform.log, { recipient: email, link, ...letterOf(name, requiredFrom, link, byProvider) });
  }
}

const BY_PROVIDER =
  'Your last sign-in through its single sign-on reported several factors already; such a sign-in counts too.\n\n';

function letterOf(
  name: string | null,
  from: Date,
  link: string,
  byProvider: boolean,
): { subject: string; body: string } {
  const organization = name === null ? 'An organization that you are in' : `“${name}”`;
  const day = from.toISOString().slice(0, 10);
  return {
    subject: `A second factor is required from ${day}`,
    body: `${organization} requires a second factor of you from ${day} (UTC): a passkey of your device, or an authenticator app whose code you enter after your password. Set it up on your profile:\n\n${link}\n\n${byProvider ? BY_PROVIDER : ''}Until you have one, nothing else is open to you from that day on. Tokens and keys that were created before keep working.\n`,
  };
}
