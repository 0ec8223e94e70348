import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PasswordInput, required, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { renderSVG } from 'uqr';
import { CodeInput } from '../account/CodeInput.js';
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
import { ReceivedResets } from './ReceivedResets.js';

const KEYS = ['second-factor', 'sessions', 'session'];

/** The second factor of a person: set up with an authenticator app, seen, and removed. */
export function SecondFactor() {
  const { data: factor, error } = useQuery({ queryKey: secondFactorKey, queryFn: readSecondFactor });
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // The page reads its state again when the codes are stored: before that the form that shows them would be gone.
  const onStored = () => {
    setCodes(null);
    for (const name of KEYS) void client.invalidateQueries({ queryKey: [name] });
  };
  if (error) return <ProblemNotice problem={problemOf(error)} tried="mutation" />;
  if (!factor) return null;
  return (
    <>
      <ReceivedResets />
      <RequiredBy factor={factor} />
      {factor.confirmedAt ? (
        <Confirmed
          confirmedAt={factor.confirmedAt}
          left={factor.recoveryCodes}
          required={factor.requiredOfReviewers || factor.requiredBy.length > 0}
          onCodes={setCodes}
        />
      ) : (
        <Setup onCodes={setCodes} />
      )}
      {codes && <CodesDialog codes={codes} onStored={onStored} />}
    </>
  );
}

/** Who requires it of this person, with the days that are left. */
function RequiredBy({ factor: { confirmedAt, requiredBy, requiredOfReviewers } }: { factor: SecondFactorState }) {
  if (requiredBy.length === 0 && !requiredOfReviewers) return null;
  return (
    <Box component="ul" sx={{ m: 0, mb: 3, pl: 5 }}>
      {requiredOfReviewers && <li>Reviewers of this service need one.</li>}
      {requiredBy.map(({ organizationId, organizationName, dueAt }) => (
        <li key={organizationId}>
          {organizationName} requires one
          {!confirmedAt && Date.parse(dueAt) > Date.now() ? (
            <>
              {' '}
              from <Day at={dueAt} /> on
            </>
          ) : null}
          .
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
      <MutationForm mutation={confirm} submit="Turn on" onDone={onCodes}>
        <CodeInput helper="Six digits of the app." />
      </MutationForm>
    </Box>
  );
}

interface ConfirmedProps extends CodesShown {
  readonly confirmedAt: string;
  readonly left: number;
  readonly required: boolean;
}

function Confirmed({ confirmedAt, left, required, onCodes }: ConfirmedProps) {
  const notify = useNotify();
  const renew = useApiMutation(() => renewRecoveryCodes());
  const remove = useApiMutation(() => removeSecondFactor(), KEYS);
  const runRenewal = async () => {
    const outcome = await renew.run(undefined);
    if (outcome.done) onCodes(outcome.answer);
  };
  const runRemoval = async () => {
    const outcome = await remove.run(undefined);
    if (outcome.done) notify('The second factor is off');
  };
  const problem = renew.problem ?? remove.problem;
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <p>
        On since <TimeAgo at={confirmedAt} />. {left === 1 ? 'One recovery code is' : `${left} recovery codes are`}{' '}
        left.
      </p>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => void runRenewal()} loading={renew.busy}>
          Create new recovery codes
        </Button>
        {!required && (
          <Button variant="outlined" color="error" onClick={() => void runRemoval()} loading={remove.busy}>
            Turn off
          </Button>
        )}
      </Box>
      {problem && <ProblemNotice problem={problem} tried="mutation" />}
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
        place: 'Each signs you in once when your phone is lost. Keep them where the phone is not.',
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
