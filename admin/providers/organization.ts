import { present } from './binding.js';
import * as schema from './generated/operations.js';
import { queryClient, sessionKey } from './query-client.js';
import { ask } from './request.js';

export type DomainChallenge = NonNullable<schema.ReadDomainChallengeAnswer['domainChallenge']>;

/** The organization's name and domain are part of who is signed in, which is asked again. */
const refreshMemberships = () => queryClient.invalidateQueries({ queryKey: sessionKey });

/** Changes an organization's name and domain. */
export async function updateOrganization(input: schema.UpdateOrganizationInput): Promise<void> {
  present((await ask(schema.UpdateOrganization, { input })).updateOrganization);
  await refreshMemberships();
}

/** The record to serve so that the domain can be verified; null without a domain. */
export const readDomainChallenge = async (organizationId: string): Promise<DomainChallenge | null> =>
  (await ask(schema.ReadDomainChallenge, { organizationId })).domainChallenge;

/** Looks for the challenge at the domain, and marks the domain as verified when it is there. */
export async function verifyDomain(organizationId: string): Promise<void> {
  present((await ask(schema.VerifyDomain, { input: { organizationId } })).verifyDomain);
  await refreshMemberships();
}
