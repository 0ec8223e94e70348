import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PasswordInput, required, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { renderSVG } from 'uqr';
import { CodeInput } from '../account/CodeInput.js';
import { HiddenUserName } from '../account/HiddenUserName.js';
import { Code } from '../components/Code.js';
import { Day } from '../components/Day.js';
import { MutationForm } from '../components/MutationForm.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { SecretDialog } from '../components/SecretDialog.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useApiMutation } from '../components/useApiMutation.js';
import {
  confirmSecondFactor,
  offerSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor as SecondFactorState,
  secondFactorKey,
} from '../providers/account.js';
import { problemOf } from '../providers/problem.js';
import { FACTOR_KEYS, Passkeys } from './Passkeys.js';
import { ReceivedResets } from './ReceivedResets.js';

/** The second factors of a person: passkeys and an authenticator app, with recovery codes for the day on which they are lost. */
export function SecondFactor({ heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const { data: factor, error } = useQuery({ queryKey: secondFactorKey, queryFn: readSecondFactor });
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onChanged = () => {
    for (const name of FACTOR_KEYS) void client.invalidateQueries({ queryKey: [name] });
  };
  // The page reads its state again when the codes are stored: before that the form that shows them would be gone.
  const onStored = () => {
    setCodes(null);
    onChanged();
  };
  if (error) return <ProblemNotice problem={problemOf(error)} tried="mutation" />;
  if (!factor) return null;
  const isOn = factor.confirmedAt !== null || factor.passkeys.length > 0;
  const isRequired = factor.requiredOfReviewers || factor.requiredBy.length > 0;
  const isLast = isRequired && !factor.passkeys.some(({ stoppedAt }) => stoppedAt === null);
  return (
    <Box sx={{ display: 'grid', gap: 6 }}>
      <div>
        <ReceivedResets />
        <RequiredBy factor={factor} isOn={isOn} />
        <Typography variant="h3" component={heading}>
          Passkeys
        </Typography>
        <Passkeys factor={factor} isOn={isOn} onAdded={(shown) => (shown ? setCodes(shown) : onChanged())} />
      </div>
      <div>
        <Typography variant="h3" component={heading}>
          Authenticator app
        </Typography>
        {factor.confirmedAt ? (
          <Confirmed confirmedAt={factor.confirmedAt} isLast={isLast} />
        ) : (
          <Setup onCodes={setCodes} />
        )}
      </div>
      {isOn && (
        <div>
          <Typography variant="h3" component={heading}>
            Recovery codes
          </Typography>
          <RecoveryCodes left={factor.recoveryCodes} onCodes={setCodes} />
        </div>
      )}
      {codes && <CodesDialog codes={codes} onStored={onStored} />}
    </Box>
  );
}

/** Who requires it of this person, with the days that are left. */
function RequiredBy({ factor, isOn }: { factor: SecondFactorState; isOn: boolean }) {
  const { requiredBy, requiredOfReviewers } = factor;
  if (requiredBy.length === 0 && !requiredOfReviewers) return null;
  return (
    <Box component="ul" sx={{ m: 0, mb: 3, pl: 5 }}>
      {requiredOfReviewers && <li>Reviewers of this service need one.</li>}
      {requiredBy.map(({ organizationId, organizationName, dueAt, providerCounts }) => (
        <li key={organizationId}>
          {organizationName} requires one
          {!isOn && Date.parse(dueAt) > Date.now() ? (
            <>
              {' '}
              from <Day at={dueAt} /> on
            </>
          ) : null}
          .
          {!isOn && providerCounts
            ? ' Its single sign-on counts in place of one, where it checks two factors itself.'
            : null}
        </li>
      ))}
    </Box>
  );
}

interface CodesShown {
  readonly onCodes: (codes: readonly string[]) => void;
}

function Setup({ onCodes }: CodesShown) {
  const [offered, setOffered] = useState<{ secret: string; uri: string } | null>(null);
  const offer = useApiMutation(({ currentPassword }: FieldValues) => offerSecondFactor(String(currentPassword)));
  const confirm = useApiMutation(({ code }: FieldValues) => confirmSecondFactor(String(code)));
  const picture = useMemo(
    () => (offered ? `data:image/svg+xml,${encodeURIComponent(renderSVG(offered.uri, { border: 2 }))}` : ''),
    [offered],
  );
  if (!offered)
    return (
      <Box sx={{ maxWidth: 480 }}>
        <p>An authenticator app on your phone shows a code that you enter after your password.</p>
        <MutationForm mutation={offer} submit="Set up" primary={false} onDone={setOffered}>
          <HiddenUserName />
          <PasswordInput
            source="currentPassword"
            label="Current password"
            helperText={false}
            autoComplete="current-password"
            validate={required()}
          />
        </MutationForm>
      </Box>
    );
  return (
    <Box sx={{ maxWidth: 480, display: 'grid', gap: 3 }}>
      <p>Scan this picture with your app, or type the secret into it. Then enter the code that the app shows.</p>
      <Box
        component="img"
        src={picture}
        alt="QR code of the secret below"
        sx={{ width: 208, height: 208, bgcolor: 'common.white', borderRadius: 1 }}
      />
      <Code text={offered.secret} what="secret" wrap />
      <MutationForm
        mutation={confirm}
        submit="Turn on"
        onDone={onCodes}
        beside={
          <Button variant="outlined" onClick={() => setOffered(null)} disabled={confirm.busy}>
            Cancel
          </Button>
        }
      >
        <CodeInput helper="Six digits of the app." />
      </MutationForm>
    </Box>
  );
}

function Confirmed({ confirmedAt, isLast }: { confirmedAt: string; isLast: boolean }) {
  const notify = useNotify();
  const remove = useApiMutation(() => removeSecondFactor(), FACTOR_KEYS);
  const run = async () => {
    const outcome = await remove.run(undefined);
    if (outcome.done) notify('The authenticator app is off');
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <p>
        On since <TimeAgo at={confirmedAt} />.
      </p>
      {!isLast && (
        <Button variant="outlined" color="error" onClick={() => void run()} loading={remove.busy}>
          Turn off
        </Button>
      )}
      {remove.problem && <ProblemNotice problem={remove.problem} tried="mutation" />}
    </Box>
  );
}

function RecoveryCodes({ left, onCodes }: CodesShown & { left: number }) {
  const renew = useApiMutation(() => renewRecoveryCodes());
  const run = async () => {
    const outcome = await renew.run(undefined);
    if (outcome.done) onCodes(outcome.answer);
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <p>
        {left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left. Each signs you in once, after your
        password, when your devices are lost.
      </p>
      <Button variant="outlined" onClick={() => void run()} loading={renew.busy}>
        Create new recovery codes
      </Button>
      {renew.problem && <ProblemNotice problem={renew.problem} tried="mutation" />}
    </Box>
  );
}

function CodesDialog({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const text = codes.join('\n');
  return (
    <SecretDialog
      shown={{
        title: 'Recovery codes',
        secret: text,
        secretName: 'codes',
        stored: 'we keep digests, not the codes',
        place: 'Each signs you in once when your devices are lost. Keep them where your devices are not.',
        readyTitle: 'As a file',
        ready: (
          <Button
            variant="outlined"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="dai-recovery-codes.txt"
          >
            Download
          </Button>
        ),
      }}
      onStored={onStored}
    />
  );
}
