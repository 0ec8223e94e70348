import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import type { ProviderReport } from '../accounts.context.js';
import { SecondFactorPolicy } from '../factor.entity.js';
import { Organization } from '../organization.entity.js';

/** The moment from which a policy (`p`) holds for a member (`m`): its grace counts from the day on which both stood. */
const DUE_AT = `greatest(p.since, m.created_at) + make_interval(hours => 24 * p.grace_days)`;
/** Whether a policy (`p`) covers a member (`m`). */
const COVERED = `(p.enforced_for = 'everyone' or (p.enforced_for = 'admins' and m.role in ('owner', 'admin')))`;

/** Whether the provider of a member's organization (`o`) may report several factors: it signs in people of a verified domain alone. */
const HAS_PROVIDER = `(o.domain_verified_at is not null and exists (select 1 from identity_provider i where i.organization_id = o.id))`;

export const REQUIREMENTS = new BareStatement(
  {
    organizationId: [Organization, 'id'],
    organizationName: [Organization, 'name'],
    dueAt: 'timestamp with time zone',
    providerCounts: 'boolean',
  },
  `select o.id as "organizationId", o.name as "organizationName", ${DUE_AT} as "dueAt", ${HAS_PROVIDER} as "providerCounts"
   from member m join second_factor_policy p on p.organization_id = m.organization_id join organization o on o.id = m.organization_id
   where m.user_id = ? and ${COVERED} order by 3, 1`,
);

/** An organization that requires a second factor of a person, and since when nothing else is open to them without one. */
export type Requirement = RowOf<typeof REQUIREMENTS>;

/** The organizations that require a second factor of a person, the earliest first. */
export const readRequirements = (em: EntityManager, userId: string): Promise<Requirement[]> =>
  em.execute<RowOf<typeof REQUIREMENTS>[]>(REQUIREMENTS.text, [userId]);

export const DUES = new BareStatement(
  { dueAt: 'timestamp with time zone', fulfilled: 'boolean' },
  `select ${DUE_AT} as "dueAt", coalesce(m.organization_id = ?::uuid and o.domain_verified_at is not null and exists (
       select 1 from identity_provider i where i.organization_id = m.organization_id and i.issuer || ' ' || i.client_id = ?), false) as fulfilled
   from member m join second_factor_policy p on p.organization_id = m.organization_id join organization o on o.id = m.organization_id
   where m.user_id = ? and ${COVERED} order by 1, m.organization_id`,
);

/**
 * From when each organization requires a second factor of a person without one, the earliest first. A session in which the organization's own
 * provider reported several factors has `fulfilled` its requirement, and no other one's (decision 0134); the provider as it is now decides.
 */
export const readDues = (
  em: EntityManager,
  userId: string,
  report: ProviderReport | null,
): Promise<RowOf<typeof DUES>[]> =>
  em.execute<RowOf<typeof DUES>[]>(DUES.text, [report?.organizationId ?? null, report?.by ?? null, userId]);

export const POLICY = new BareStatement(
  membersOf(SecondFactorPolicy, 'enforcedFor', 'graceDays', 'since'),
  `select enforced_for as "enforcedFor", grace_days as "graceDays", since from second_factor_policy where organization_id = ?`,
);

/** The policy that an organization set, or null. */
export async function findPolicy(em: EntityManager, organizationId: string): Promise<RowOf<typeof POLICY> | null> {
  const [policy] = await em.execute<RowOf<typeof POLICY>[]>(POLICY.text, [organizationId]);
  return policy ?? null;
}

export const ENROLMENTS = new BareStatement(
  { userId: 'uuid', enrolled: 'boolean', byProvider: 'boolean', requiredFrom: 'timestamp with time zone?' },
  `select m.user_id as "userId", u."secondFactor" as enrolled, case when ${COVERED} then ${DUE_AT} end as "requiredFrom",
     exists (select 1 from auth.session s join identity_provider i on i.issuer || ' ' || i.client_id = s."multiFactorBy"
       where s."userId" = m.user_id and s."identityProvider" = m.organization_id::text and i.organization_id = m.organization_id
         and s."expiresAt" > ?) as "byProvider"
   from member m join auth."user" u on u.id = m.user_id left join second_factor_policy p on p.organization_id = m.organization_id
   where m.organization_id = ?`,
);

/**
 * Whether each member of an organization has a second factor, whether a session of theirs was opened by the organization's provider with
 * several factors, and from when one is required of them.
 */
export type Enrolment = RowOf<typeof ENROLMENTS>;

/** The members of an organization with their second factors, by person. */
export async function readEnrolments(
  em: EntityManager,
  organizationId: string,
  at: Date,
): Promise<ReadonlyMap<string, Enrolment>> {
  const rows = await em.execute<RowOf<typeof ENROLMENTS>[]>(ENROLMENTS.text, [at, organizationId]);
  return new Map(rows.map((row) => [row.userId, row]));
}
