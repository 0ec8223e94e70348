import Box from '@mui/material/Box';
import { NavLink } from 'react-router-dom';
import { useOrganization } from '../workspace/organization.js';
import { SectionRoutes } from '../workspace/SectionRoutes.js';
import { useMayChange } from '../workspace/useMayChange.js';

/** The pages of the settings by their addresses below the section's own. */
const PAGES: readonly (readonly [path: string, label: string, forAdmins?: true])[] = [
  ['', 'Organization'],
  ['/members', 'Team'],
  ['/invitations', 'Invitations', true],
  ['/tracking-keys', 'Keys'],
  ['/webhooks', 'Webhooks'],
  ['/audit-entries', 'Audit log'],
];

/** One place for what an organization sets up: its pages under one row of links. */
export function SettingsRoutes() {
  const { to } = useOrganization();
  const mayChange = useMayChange();
  return (
    <>
      <Box component="nav" aria-label="Settings" sx={ROW}>
        {PAGES.filter(([, , forAdmins]) => !forAdmins || mayChange).map(([path, label]) => (
          <NavLink key={path} to={to(`/settings${path}`)} end={path === ''}>
            {label}
          </NavLink>
        ))}
      </Box>
      <SectionRoutes under={to('/settings')} />
    </>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 5,
  mb: 5,
  borderBottom: '1px solid var(--border)',
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 40,
    mb: '-1px',
    color: 'text.secondary',
    textDecoration: 'none',
    borderBottom: '2px solid transparent',
  },
  '& a:hover': { color: 'text.primary' },
  '& a.active': { color: 'text.primary', fontWeight: 600, borderColor: 'var(--accent)' },
};
