import { useQuery } from '@tanstack/react-query';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { readOrganizationSecurity, securityKey } from '../providers/security.js';
import { useOrganization } from '../workspace/organization.js';
import { FactorPolicy } from './FactorPolicy.js';
import { FactorTable } from './FactorTable.js';
import { ResetTable } from './ResetTable.js';

/** How the people of an organization sign in: what is required of them, and who has it. */
export function SecurityPage() {
  const { organization, organizationId } = useOrganization();
  const security = useQuery({
    queryKey: [securityKey, organizationId],
    queryFn: () => readOrganizationSecurity(organizationId),
  });
  return (
    <Page title="Security" where={organization.name} summary="How people of the organization prove who they are.">
      <QueryState query={security} what="security">
        {({ policy, members, resets }) => (
          <>
            <Section title="Second factor">
              <FactorPolicy policy={policy} />
            </Section>
            <Section title="Who has one">
              <FactorTable members={members} />
            </Section>
            <Section title="Waiting resets">
              <ResetTable members={members} resets={resets} />
            </Section>
          </>
        )}
      </QueryState>
    </Page>
  );
}
