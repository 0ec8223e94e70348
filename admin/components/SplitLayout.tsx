import TuneIcon from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId, useState } from 'react';

/** From this width on, side and content have room beside each other. */
const WIDE = '@media (min-width: 1200px)';

interface SplitLayoutProps {
  /** The purpose of the side: "Filters". */
  readonly label: string;
  readonly side: ReactNode;
  /** An act on the whole side, such as clearing it; it stays in sight when the side is folded. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A side with filters beside the answer where there is room, and folded above it elsewhere. */
export function SplitLayout({ label, side, action, children }: SplitLayoutProps) {
  const wide = useMediaQuery(WIDE, { noSsr: true });
  const [open, setOpen] = useState(false);
  const sideId = useId();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: wide ? '208px minmax(0, 1fr)' : 'minmax(0, 1fr)',
        gap: wide ? 8 : 5,
        alignItems: 'start',
      }}
    >
      <Box component="section" aria-label={label} sx={{ minWidth: 0 }}>
        {!wide && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Button
              variant="outlined"
              size="small"
              startIcon={<TuneIcon />}
              aria-expanded={open}
              aria-controls={sideId}
              onClick={() => setOpen(!open)}
            >
              {open ? `Hide ${label.toLowerCase()}` : label}
            </Button>
            {action}
          </Box>
        )}
        <Box
          id={sideId}
          hidden={!wide && !open}
          sx={{
            '&:not([hidden])': { display: 'grid' },
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 5,
            mt: wide ? 0 : 4,
          }}
        >
          {side}
          {wide && action && <div>{action}</div>}
        </Box>
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Box>
  );
}
