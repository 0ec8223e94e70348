import Box from '@mui/material/Box';
import { Link, useLocation } from 'react-router-dom';
import { QueueCount } from '../intake-submissions/QueueCount.js';
import { navigationOf, QUEUE } from './sections.js';
import { useContextMembership, useReviewing, useSession } from './useSession.js';

/** The pages of the context that the person is in. */
export function Navigation({ onChosen }: { onChosen?: () => void }) {
  const session = useSession();
  const membership = useContextMembership();
  const reviewing = useReviewing();
  const { pathname, search } = useLocation();
  if (session === undefined) return null;
  return (
    <Box component="nav" aria-label="Main">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}>
        {navigationOf(session !== null, membership?.organization.id, reviewing).map(
          ({ label, path, also = [], icon: Drawn }) => (
            <li key={path}>
              <Box
                component={Link}
                to={path}
                aria-current={currentOf(pathname, label === 'Home' ? null : path, [path, ...also])}
                // React-admin leads back to this place after signing in.
                state={path === '/login' ? { nextPathname: pathname, nextSearch: search } : null}
                onClick={onChosen}
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: 3,
                  minHeight: 36,
                  px: 3,
                  borderRadius: 1,
                  color: 'text.secondary',
                  textDecoration: 'none',
                  '&:hover': { bgcolor: 'var(--raised)' },
                  '&[aria-current]': { bgcolor: 'var(--raised)', color: 'text.primary', fontWeight: 600 },
                  '&[aria-current] svg': { color: 'var(--accent)' },
                }}
              >
                <Drawn sx={{ fontSize: 18 }} aria-hidden />
                {label}
                {path === QUEUE && <QueueCount />}
              </Box>
            </li>
          ),
        )}
      </Box>
    </Box>
  );
}

const isUnder = (pathname: string, path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

/** How an entry is marked: as the page itself, as the section that the page belongs to, or not at all. Home has no pages below it. */
function currentOf(pathname: string, above: string | null, [own = '', ...also]: readonly string[]) {
  if (pathname === own || (above !== null && isUnder(pathname, above))) return 'page';
  return also.some((one) => isUnder(pathname, one)) ? 'true' : undefined;
}
