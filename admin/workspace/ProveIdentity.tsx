import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import { PasswordInput, required, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { CodeInput } from '../account/CodeInput.js';
import { MutationForm } from '../components/MutationForm.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { proveIdentity, readSecondFactor, type SecondFactor, secondFactorKey } from '../providers/account.js';
import { beginSignOn } from '../providers/auth.js';
import { proveByPasskey, takesPasskeys } from '../providers/passkeys.js';
import { onProofElsewhere, readWantedProof, subscribeToProof, type WantedProof } from '../providers/proof.js';
import { readSignInMethods, signInMethodsKey } from '../providers/single-sign-on.js';
import { useSession } from './useSession.js';

/** Asks for a code or the password when an act needs a fresh proof, above whatever page is open: what is typed there stays. */
export function ProveIdentity() {
  const wanted = useSyncExternalStore(subscribeToProof, readWantedProof);
  return wanted && <ProofDialog wanted={wanted} />;
}

function ProofDialog({ wanted: { kind, settle } }: { wanted: WantedProof }) {
  const titleId = useId();
  const session = useSession();
  const { data: factor, isLoading } = useQuery({
    queryKey: secondFactorKey,
    queryFn: readSecondFactor,
    enabled: kind === 'verify',
  });
  /** A session that has the provider's factors in place of one of ours is proved by the provider alone. */
  const isProviders = kind === 'verify' && factor?.confirmedAt === null && factor.passkeys.length === 0;
  const mutation = useApiMutation(({ code, currentPassword }: FieldValues) =>
    proveIdentity(kind, String(kind === 'verify' ? code : currentPassword)),
  );
  return (
    <Dialog
      open
      onClose={(_event, reason) => reason === 'escapeKeyDown' && settle(false)}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>Confirm that it is you</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>This step asks again after 15 minutes. What you typed stays.</Typography>
        {kind === 'verify' && <ProveByPasskey factor={factor} onProven={() => settle(true)} />}
        {(kind === 'password' || isProviders) && <ProveByProvider isOnly={isProviders} onProven={() => settle(true)} />}
        {isProviders && (
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button variant="outlined" onClick={() => settle(false)}>
              Cancel
            </Button>
          </Box>
        )}
        {isProviders || isLoading ? null : (
          <MutationForm
            mutation={mutation}
            submit="Go on"
            record={{ email: session?.person.email ?? '' }}
            onDone={() => settle(true)}
            beside={
              <Button variant="outlined" onClick={() => settle(false)} disabled={mutation.busy}>
                Cancel
              </Button>
            }
          >
            <TextInput source="email" type="email" label="E-mail" helperText={false} autoComplete="username" readOnly />
            {kind === 'verify' ? (
              <CodeInput
                label={factor && !factor.confirmedAt ? 'Recovery code' : 'Code'}
                helper={factor && !factor.confirmedAt ? 'One of the codes that you stored.' : undefined}
              />
            ) : (
              <PasswordInput
                source="currentPassword"
                label="Password"
                helperText={false}
                autoComplete="current-password"
                validate={required()}
                autoFocus
              />
            )}
          </MutationForm>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Confirms by a passkey, where the account has one that works. */
function ProveByPasskey({ factor, onProven }: { factor: SecondFactor | undefined; onProven: () => void }) {
  const mutation = useApiMutation(() => proveByPasskey());
  if (!takesPasskeys() || !factor?.passkeys.some(({ stoppedAt }) => stoppedAt === null)) return null;
  const run = async () => {
    if ((await mutation.run(undefined)).done) onProven();
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 4 }}>
      <Button variant="outlined" onClick={() => void run()} loading={mutation.busy}>
        Use a passkey
      </Button>
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="entrance" />}
    </Box>
  );
}

/** Confirms by the provider, in a window of its own: what is typed on the page below stays. */
function ProveByProvider({ isOnly, onProven }: { isOnly: boolean; onProven: () => void }) {
  const { data: methods } = useQuery({ queryKey: signInMethodsKey, queryFn: readSignInMethods });
  const proven = useEffectEvent(onProven);
  useEffect(() => onProofElsewhere(() => proven()), []);
  const leave = useApiMutation(async () => {
    // Opened before anything is waited for: a browser lets only a click open a window.
    const opened = window.open('about:blank', '_blank');
    const url = await beginSignOn({ purpose: 'prove' }).catch((error: unknown) => {
      opened?.close();
      throw error;
    });
    if (opened) opened.location.href = url;
  });
  if (!methods?.identities.length) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 4 }}>
      <Button variant="outlined" onClick={() => void leave.run(undefined)} loading={leave.busy}>
        Confirm by single sign-on
      </Button>
      {leave.problem && <ProblemNotice problem={leave.problem} tried="mutation" />}
      {isOnly && (
        <Typography color="textSecondary">
          Your organization requires a second factor, which your single sign-on checks. A passkey or an app that you set
          up under Profile works in its place.
        </Typography>
      )}
      {isOnly || methods.password ? null : (
        <Typography color="textSecondary">
          Or get a password by <a href="#/login?account=forgot">Forgot password?</a> and enter it.
        </Typography>
      )}
    </Box>
  );
}
