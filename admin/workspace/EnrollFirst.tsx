import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useLogout } from 'react-admin';
import { KeysProvider } from '../components/keys.js';
import { Page } from '../components/Page.js';
import { SecretProvider } from '../components/secret.js';
import { SecondFactor } from '../profile/SecondFactor.js';
import { SignInAgain } from './SignInAgain.js';
import { SkipLink } from './SkipLink.js';
import { useSession } from './useSession.js';

/** The whole workspace of a person who must set up a second factor first: its enrolment, and the way out. */
export function EnrollFirst() {
  const session = useSession();
  const logout = useLogout();
  const main = useRef<HTMLElement>(null);
  return (
    <KeysProvider>
      <SecretProvider>
        <SkipLink target={main} />
        <Box
          component="header"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 3,
            alignItems: 'center',
            p: 3,
            borderBottom: '1px solid var(--border)',
          }}
        >
          <Box sx={{ flex: '1 1 auto', fontWeight: 600 }}>DAI</Box>
          <Box sx={{ color: 'var(--muted)', overflowWrap: 'anywhere' }}>{session?.person.email}</Box>
          <Button variant="outlined" onClick={() => void logout({}, undefined, false)}>
            Sign out
          </Button>
        </Box>
        <Box component="main" ref={main} tabIndex={-1} sx={{ maxWidth: 640, mx: 'auto', px: 4, pt: 8, pb: 10 }}>
          <Page
            title="Set up a second factor"
            summary="A passkey or an authenticator app: it takes two minutes, and everything opens again right after."
          >
            <SecondFactor heading="h2" />
          </Page>
        </Box>
        <SignInAgain />
      </SecretProvider>
    </KeysProvider>
  );
}
