import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import type { Icon } from './StateChip.js';

interface ToolMenuProps {
  readonly label: string;
  readonly icon: Icon;
  /** The items; `close` closes the menu. */
  readonly children: (close: () => void) => ReactNode;
}

/** A tool of a list as an icon that opens a menu. */
export function ToolMenu({ label, icon: Drawn, children }: ToolMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ width: 36, height: 36 }}
        >
          <Drawn fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu disablePortal anchorEl={anchor} open={anchor !== null} onClose={close}>
        {children(close)}
      </Menu>
    </>
  );
}
