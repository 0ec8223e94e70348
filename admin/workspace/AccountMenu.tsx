import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useLogout } from 'react-admin';
import { Link } from 'react-router-dom';
import { ThemeChoice } from './ThemeChoice.js';
import { useSession } from './useSession.js';

/** The signed-in person, the theme, the way to the documentation, and the way out. */
export function AccountMenu() {
  const session = useSession();
  const logout = useLogout();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          width: '100%',
          minHeight: 44,
          px: 3,
          gap: 3,
          borderRadius: 1,
          textAlign: 'left',
          '&:hover': { bgcolor: 'var(--raised)' },
        }}
      >
        <AccountIcon sx={{ fontSize: 20, color: 'var(--muted)' }} aria-hidden />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box>{session?.person.name ?? '…'}</Box>
          <Box sx={{ color: 'var(--muted)', fontSize: '0.75rem', overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {session?.person.email}
          </Box>
        </Box>
      </ButtonBase>
      <Menu disablePortal anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <ThemeChoice />
        <Divider />
        <MenuItem component={Link} to="/me/profile" onClick={() => setAnchor(null)}>
          Profile
        </MenuItem>
        <MenuItem component="a" href="/docs">
          Documentation
        </MenuItem>
        <MenuItem onClick={() => void logout({}, undefined, false)}>Sign out</MenuItem>
      </Menu>
    </>
  );
}
