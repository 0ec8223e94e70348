import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useRef, useState } from 'react';
import { KeysProvider } from '../components/keys.js';
import { SecretProvider } from '../components/secret.js';
import { AccountMenu } from './AccountMenu.js';
import { Brand } from './Brand.js';
import { ContextSwitch } from './ContextSwitch.js';
import { ContextProvider } from './context.js';
import { EnrollBanner } from './EnrollBanner.js';
import { EnrollFirst } from './EnrollFirst.js';
import { Navigation } from './Navigation.js';
import { PrintStyles } from './PrintStyles.js';
import { ProveIdentity } from './ProveIdentity.js';
import { SearchButton } from './SearchButton.js';
import { SignInAgain } from './SignInAgain.js';
import { SkipLink } from './SkipLink.js';
import { useHeldFocus } from './useHeldFocus.js';
import { useSession } from './useSession.js';
import { VerifyBanner } from './VerifyBanner.js';

const RAIL_WIDTH = 248;
const NARROW = '@media (max-width: 899.95px)';

/** At the end of a page there is room for a notification, so that it covers neither the last row nor what has the focus. */
const ROOM_BELOW = { ':root': { '--room-below': '96px' }, html: { scrollPaddingBottom: 80 } };

/** The frame of every page: context switch at the top left, the navigation under it, the page beside. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  return session?.mustEnroll ? <EnrollFirst /> : <Frame>{children}</Frame>;
}

function Frame({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery(NARROW, { noSsr: true });
  const main = useRef<HTMLElement>(null);
  useHeldFocus();
  return (
    <ContextProvider>
      <KeysProvider>
        <SecretProvider>
          <SkipLink target={main} />
          <GlobalStyles styles={ROOM_BELOW} />
          <PrintStyles />
          <Box sx={{ display: narrow ? 'block' : 'flex', minHeight: '100dvh' }}>
            {narrow ? <TopBar /> : <Rail />}
            <Box
              component="main"
              ref={main}
              tabIndex={-1}
              sx={{
                flex: 1,
                minWidth: 0,
                px: narrow ? 4 : 10,
                pt: narrow ? 6 : 8,
                pb: 'var(--room-below)',
                '& > *': { maxWidth: 1120, mx: 'auto' },
              }}
            >
              <div>
                <VerifyBanner />
                <EnrollBanner />
                {children}
              </div>
            </Box>
          </Box>
          <ProveIdentity />
          <SignInAgain />
        </SecretProvider>
      </KeysProvider>
    </ContextProvider>
  );
}

function Rail() {
  const session = useSession();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 10,
        height: '100dvh',
        width: RAIL_WIDTH,
        flex: 'none',
        display: 'flex',
        flexDirection: 'column',
        gap: 4,
        p: 3,
        borderRight: '1px solid var(--border)',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex' }}>{session ? <ContextSwitch /> : <Brand />}</Box>
      <SearchButton />
      <Box sx={{ flex: 1, overflowY: 'auto' }}>
        <Navigation />
      </Box>
      {session && <AccountMenu />}
    </Box>
  );
}

/** Keeps the focused element clear of the bar. */
const CLEARANCE = {
  html: { scrollPaddingTop: 80 },
  // On a phone acts lie at the bottom and as wide as a notification; it is read over the bar, which is pressed through it
  // and comes to sight again while it has the focus.
  'html body .MuiSnackbar-root': { top: 8, bottom: 'auto', pointerEvents: 'none' },
  'html body:has(header :focus-visible) .MuiSnackbar-root': { top: 72 },
};

function TopBar() {
  const session = useSession();
  const [open, setOpen] = useState(false);
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 10,
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        p: 2,
        borderBottom: '1px solid var(--border)',
        bgcolor: 'background.paper',
      }}
    >
      <GlobalStyles styles={CLEARANCE} />
      {session ? <ContextSwitch /> : <Brand />}
      <SearchButton small />
      <IconButton aria-label="Menu" aria-expanded={open} onClick={() => setOpen(true)} sx={{ width: 48, height: 48 }}>
        <MenuIcon />
      </IconButton>
      <Drawer
        anchor="right"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': 'Menu',
            sx: { width: 280, maxWidth: '86vw', p: 3, gap: 4, display: 'flex' },
          },
        }}
      >
        <Box sx={{ flex: 1 }}>
          <Navigation onChosen={() => setOpen(false)} />
        </Box>
        {session && <AccountMenu />}
      </Drawer>
    </Box>
  );
}
