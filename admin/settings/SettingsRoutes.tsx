import { useOrganization } from '../workspace/organization.js';
import { SectionLinks } from '../workspace/SectionLinks.js';
import { SectionRoutes } from '../workspace/SectionRoutes.js';
import { useMayChange } from '../workspace/useMayChange.js';

/** The pages of the settings by their addresses below the section's own. */
const PAGES: readonly (readonly [path: string, label: string, forAdmins?: true])[] = [
  ['', 'Organization'],
  ['/members', 'Team'],
  ['/invitations', 'Invitations', true],
  ['/security', 'Security', true],
  ['/tracking-keys', 'Keys'],
  ['/agent-keys', 'Agent keys'],
  ['/audit-receipts', 'Audit receipts', true],
  ['/webhooks', 'Webhooks'],
  ['/plan', 'Plan'],
  ['/audit-entries', 'Audit log'],
];

/** One place for what an organization sets up: its pages under one row of links. */
export function SettingsRoutes() {
  const { to } = useOrganization();
  const mayChange = useMayChange();
  const links = PAGES.filter(([, , forAdmins]) => !forAdmins || mayChange).map(([path, label]) => ({
    to: to(`/settings${path}`),
    label,
    end: path === '',
  }));
  return (
    <>
      <SectionLinks label="Settings" links={links} />
      <SectionRoutes under={to('/settings')} />
    </>
  );
}
