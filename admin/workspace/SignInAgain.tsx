import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { PasswordInput, required, TextInput, useNotify, useResetStore } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { FactorStep, PasskeyButton } from '../account/FactorStep.js';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { signInAgain } from '../providers/auth.js';
import { takesPasskeys } from '../providers/passkeys.js';
import { type EndedSession, expectNoOne, readEnded, subscribeToEnded } from '../providers/reentry.js';
import type { FactorKind } from '../providers/request.js';
import { readHolder } from '../providers/session.js';

type Holder = Awaited<ReturnType<typeof readHolder>>;

/** Asks for the password when a session has ended, above whatever page is open: what is typed there is kept. */
export function SignInAgain() {
  const ended = useSyncExternalStore(subscribeToEnded, readEnded);
  useForgetOnLeaving();
  return ended && <EndedDialog ended={ended} />;
}

/** A person who goes to the sign-in page gives up signing in here: once it is shown, nothing of theirs is there any more. */
function useForgetOnLeaving(): void {
  const client = useQueryClient();
  const resetStore = useResetStore();
  useEffect(
    () => () => {
      const ended = readEnded();
      if (!ended) return;
      ended.settle(false);
      expectNoOne();
      resetStore();
      client.clear();
    },
    [client, resetStore],
  );
}

function EndedDialog({ ended }: { ended: EndedSession }) {
  const { person, settle } = ended;
  const titleId = useId();
  const leave = useLeave();
  const notify = useNotify();
  const isOther = useRef(false);
  // Said on the sign-in page: before it, the question of a form may stand over it and take it away.
  useEffect(
    () => () => {
      if (isOther.current) notify('Another account is signed in in this browser. Sign in again.', { type: 'warning' });
    },
    [notify],
  );
  const [waits, setWaits] = useState<readonly FactorKind[] | null>(null);
  const mutation = useApiMutation(({ password }: FieldValues) => signInAgain(person, String(password)));
  const goOn = useCallback(
    (holder: Holder) => {
      isOther.current = holder === 'other';
      if (holder === 'same') settle(true);
      if (holder === 'other') leave();
    },
    [settle, leave],
  );
  const isLooked = useSignInElsewhere(ended, goOn);
  if (!isLooked) return null;
  const look = () => void readHolder(person).then(goOn);
  const cancel = (
    <Button variant="outlined" onClick={leave} disabled={mutation.busy}>
      Cancel
    </Button>
  );
  return (
    <Dialog
      open
      onClose={(_event, reason) => reason === 'escapeKeyDown' && leave()}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
      slotProps={{ backdrop: { sx: COVER } }}
    >
      <DialogTitle id={titleId}>Sign in again</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>
          Your session has ended. What you typed stays. Enter your password to go on.
        </Typography>
        {waits ? (
          <FactorStep factors={waits} onDone={look} beside={cancel} />
        ) : (
          <>
            <MutationForm
              mutation={mutation}
              submit="Sign in"
              record={{ email: person.email }}
              onDone={(step) => (typeof step === 'string' ? goOn(step) : setWaits(step))}
              beside={cancel}
            >
              <TextInput
                source="email"
                type="email"
                label="E-mail"
                helperText={false}
                autoComplete="username"
                readOnly
              />
              <PasswordInput
                source="password"
                label="Password"
                helperText={false}
                autoComplete="current-password"
                validate={required()}
                autoFocus
              />
              <span>
                <a href="#/login?account=forgot" target="_blank" rel="noopener">
                  Forgot password?
                </a>{' '}
                <a href="#/login?account=sso" target="_blank" rel="noopener">
                  Single sign-on
                </a>
              </span>
            </MutationForm>
            {takesPasskeys() && (
              <Box sx={{ mt: 3 }}>
                <PasskeyButton purpose="sign_in" onDone={look} />
              </Box>
            )}
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

/**
 * Leads to the sign-in page, and from there back here. A form with unsaved changes asks first; where the person stays, so
 * does the dialog.
 */
function useLeave(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    () => void navigate('/login', { state: { nextPathname: pathname, nextSearch: search } }),
    [navigate, pathname, search],
  );
}

/**
 * Looks who is signed in before the password is asked for, and whenever the person comes back to this window: signing in in
 * another one is enough. True once it has looked.
 */
function useSignInElsewhere({ person }: EndedSession, found: (holder: Holder) => void): boolean {
  const [isLooked, setLooked] = useState(false);
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      // Without an answer the person can still try.
      const holder = await readHolder(person).catch((): Holder => 'none');
      if (!isHere) return;
      if (holder !== 'same') setLooked(true);
      if (holder !== 'none') found(holder);
    };
    const again = () => void look();
    again();
    window.addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      isHere = false;
      window.removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [person, found]);
  return isLooked;
}

/** Covers the page, which is the person's: a passer-by at the screen meanwhile can't read it. */
const COVER = { backdropFilter: 'blur(16px)' };
