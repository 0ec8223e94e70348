import CompanyIcon from '@mui/icons-material/ApartmentOutlined';
import CheckIcon from '@mui/icons-material/Check';
import ReviewIcon from '@mui/icons-material/FactCheckOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import SwitchIcon from '@mui/icons-material/UnfoldMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { QUEUE } from './sections.js';
import { useContextMembership, useReviewing, useSession } from './useSession.js';

/** Chooses whose data the pages show: the person's own or one organization's; it is part of the address. */
export function ContextSwitch() {
  const session = useSession();
  const current = useContextMembership();
  const reviewing = useReviewing();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const go = (path: string) => {
    setAnchor(null);
    navigate(path);
  };
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          flex: '1 1 auto',
          minWidth: 0,
          minHeight: 48,
          px: 3,
          gap: 2,
          border: '1px solid var(--border)',
          borderRadius: 1,
          textAlign: 'left',
          '&:hover': { bgcolor: 'var(--raised)' },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {reviewing ? 'Review' : (current?.organization.name ?? session?.person.name ?? '…')}
          </Box>
          <Box sx={{ color: 'var(--muted)', fontSize: '0.75rem' }}>
            {reviewing ? 'reviewer' : current ? current.role : 'you'}
          </Box>
        </Box>
        <SwitchIcon sx={{ fontSize: 18, color: 'var(--muted)' }} titleAccess="switch context" />
      </ButtonBase>
      <Menu disablePortal anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem selected={!current && !reviewing} onClick={() => go('/me')}>
          <ListItemIcon>
            <PersonIcon fontSize="small" />
          </ListItemIcon>
          <ListItemText>{session?.person.name ?? 'You'}</ListItemText>
          {!current && !reviewing && <CheckIcon fontSize="small" sx={{ ml: 3 }} titleAccess="current" />}
        </MenuItem>
        {session?.memberships.map(({ organization }) => (
          <MenuItem
            key={organization.id}
            selected={organization.id === current?.organization.id}
            onClick={() => go(`/o/${organization.id}`)}
          >
            <ListItemIcon>
              <CompanyIcon fontSize="small" />
            </ListItemIcon>
            <ListItemText>{organization.name}</ListItemText>
            {organization.id === current?.organization.id && (
              <CheckIcon fontSize="small" sx={{ ml: 3 }} titleAccess="current" />
            )}
          </MenuItem>
        ))}
        {session?.person.reviewer && (
          <MenuItem selected={reviewing} onClick={() => go(QUEUE)}>
            <ListItemIcon>
              <ReviewIcon fontSize="small" />
            </ListItemIcon>
            <ListItemText>Review</ListItemText>
            {reviewing && <CheckIcon fontSize="small" sx={{ ml: 3 }} titleAccess="current" />}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
