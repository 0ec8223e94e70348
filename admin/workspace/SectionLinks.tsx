import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

interface SectionLinksProps {
  /** The name of the section. */
  readonly label: string;
  readonly links: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[];
}

/** So much of the link before the current one stays in sight, so that the row shows that it goes on. */
const PEEK_PX = 40;

/** The pages of a section under one row of links. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - PEEK_PX;
  }, [pathname]);
  return (
    <Box component="nav" aria-label={label} ref={row} data-screen sx={ROW}>
      {links.map(({ to, label: text, end = false }) => (
        <NavLink key={to} to={to} end={end}>
          {text}
        </NavLink>
      ))}
    </Box>
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
