import Box from '@mui/material/Box';
import { NavLink } from 'react-router-dom';
import { navigationOf } from './sections.js';
import { useContextMembership } from './useSession.js';

/** The rooms of the context that the person is in. */
export function Navigation({ onChosen }: { onChosen?: () => void }) {
  const membership = useContextMembership();
  return (
    <Box component="nav" aria-label="Main">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}>
        {navigationOf(membership?.organization.id).map(({ word, path, icon: Drawn }) => (
          <li key={path}>
            <Box
              component={NavLink}
              to={path}
              end={word === 'Home'}
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
                '&.active': { bgcolor: 'var(--raised)', color: 'text.primary', fontWeight: 600 },
                '&.active svg': { color: 'var(--accent)' },
              }}
            >
              <Drawn sx={{ fontSize: 18 }} aria-hidden />
              {word}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}
