import { Link } from 'react-router-dom';
import { Page, Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import type { Membership } from '../providers/session.js';
import { Starting } from '../workspace/Starting.js';
import { useSession } from '../workspace/useSession.js';
import { Cockpit } from './Cockpit.js';
import { OpenDecisions } from './OpenDecisions.js';
import { OrganizationCreate } from './OrganizationCreate.js';

/** The person's decisions first; under them the work of agents and plans, use and money, the organizations, and the way to a new one. */
export function OwnHome() {
  const session = useSession();
  if (!session) return <Starting />;
  const { memberships, person } = session;
  return (
    <Page title="Home" where={person.name} summary="What needs your decision?">
      <OpenDecisions />
      <Cockpit />
      {memberships.length > 0 && (
        <Section title="Your organizations">
          <Rows
            caption="Your organizations"
            rows={memberships}
            keyOf={({ organization }) => organization.id}
            columns={COLUMNS}
          />
        </Section>
      )}
      <OrganizationCreate first={memberships.length === 0} />
    </Page>
  );
}

const COLUMNS: Column<Membership>[] = [
  { label: 'Organization', cell: ({ organization }) => <Link to={`/o/${organization.id}`}>{organization.name}</Link> },
  { label: 'Your role', cell: ({ role }) => role },
  { label: 'Domain', cell: ({ organization }) => organization.domain ?? '–' },
];
