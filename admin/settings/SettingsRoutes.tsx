import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
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

/** So much of the link before the current one stays in sight, so that the row shows that it goes on. */
const PEEK_PX = 40;

/** One place for what an organization sets up: its pages under one row of links. */
export function SettingsRoutes() {
  const { to } = useOrganization();
  const mayChange = useMayChange();
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - PEEK_PX;
  }, [pathname]);
  return (
    <>
      <Box component="nav" aria-label="Settings" ref={row} sx={ROW}>
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

/** One line, which moves sideways on a phone; the hairline is drawn inside, so that what scrolls doesn't cut the mark on it. */
const ROW = {
  display: 'flex',
  columnGap: 5,
  mb: 5,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  boxShadow: 'inset 0 -1px 0 var(--border)',
  '& a': {
    display: 'inline-flex',
    flex: 'none',
    alignItems: 'center',
    minHeight: 40,
    outlineOffset: '-2px',
    color: 'text.secondary',
    textDecoration: 'none',
    borderBottom: '2px solid transparent',
  },
  '& a:hover': { color: 'text.primary' },
  '& a.active': { color: 'text.primary', fontWeight: 600, borderColor: 'var(--accent)' },
};
