import { useOrganization } from '../workspace/organization.js';
import { SectionLinks } from '../workspace/SectionLinks.js';
import { SectionRoutes } from '../workspace/SectionRoutes.js';
import { useMayChange } from '../workspace/useMayChange.js';

/** The pages of the settings by their addresses below the section's own. */
const PAGES: readonly (readonly [path: string, label: string, audience?: 'admins' | 'owners'])[] = [
  ['', 'Organization'],
  ['/members', 'Team'],
  ['/invitations', 'Invitations', 'admins'],
  ['/security', 'Security', 'admins'],
  ['/tracking-keys', 'Keys'],
  ['/agent-keys', 'Agent keys'],
  ['/audit-receipts', 'Audit receipts', 'admins'],
  ['/webhooks', 'Webhooks'],
  ['/single-sign-on', 'Single sign-on', 'owners'],
  ['/plan', 'Plan'],
  ['/audit-entries', 'Audit log'],
];

/** One place for what an organization sets up: its pages under one row of links. */
export function SettingsRoutes() {
  const { to, role } = useOrganization();
  const mayChange = useMayChange();
  const isFor = (audience?: 'admins' | 'owners') => !audience || (audience === 'owners' ? role === 'owner' : mayChange);
  const links = PAGES.filter(([, , audience]) => isFor(audience)).map(([path, label]) => ({
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
