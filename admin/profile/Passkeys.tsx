import SyncedIcon from '@mui/icons-material/CloudDoneOutlined';
import DeviceIcon from '@mui/icons-material/DevicesOutlined';
import StoppedIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { PasswordInput, required, TextInput, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { HiddenUserName } from '../account/HiddenUserName.js';
import { DecisionButton } from '../components/DecisionButton.js';
import { MutationForm } from '../components/MutationForm.js';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { SecondFactor } from '../providers/account.js';
import { addPasskey, type Passkey, removePasskey, renamePasskey, takesPasskeys } from '../providers/passkeys.js';

/** The cached answers that a change of a factor makes old. */
export const FACTOR_KEYS = ['second-factor', 'sessions', 'session'];

const NARROW = { maxWidth: 480 };

interface PasskeysProps {
  readonly factor: SecondFactor;
  /** Whether the account has any second factor: then that one is asked for, and no password. */
  readonly isOn: boolean;
  /** Gets the recovery codes where the passkey is the first factor, otherwise null. */
  readonly onAdded: (codes: readonly string[] | null) => void;
}

/** The passkeys of a person: each is seen with its last use, named, and removed. */
export function Passkeys({ factor: { passkeys, passkeysOffered, ...required }, isOn, onAdded }: PasskeysProps) {
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const live = passkeys.filter(({ stoppedAt }) => stoppedAt === null);
  const isRequired = required.requiredOfReviewers || required.requiredBy.length > 0;
  const isLast = (passkey: Passkey) =>
    isRequired && !required.confirmedAt && live.every(({ passkeyId }) => passkeyId === passkey.passkeyId);
  const columns: Column<Passkey>[] = [
    { label: 'Passkey', cell: ({ name }) => name },
    { label: 'Kept', cell: (passkey) => <Place passkey={passkey} /> },
    { label: 'Added', cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    { label: 'Last used', cell: ({ usedAt }) => (usedAt ? <TimeAgo at={usedAt} /> : 'not yet') },
    {
      label: 'Acts',
      cell: (passkey) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
          <Button
            size="small"
            variant="outlined"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => setRenamed(passkey)}
          >
            Rename
          </Button>
          {!isLast(passkey) && <RemoveButton passkey={passkey} />}
        </Box>
      ),
      unnamed: true,
    },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box component="p" sx={NARROW}>
        A passkey signs you in with your fingerprint, your face or the PIN of your device. It is kept by your device or
        your password manager, and nothing of it can be typed on a wrong page. Your password stays as another way.
      </Box>
      {passkeys.length > 0 && (
        <Rows caption="Passkeys" rows={passkeys} keyOf={({ passkeyId }) => passkeyId} columns={columns} />
      )}
      {renamed && <RenameForm key={renamed.passkeyId} passkey={renamed} onDone={() => setRenamed(null)} />}
      {passkeysOffered && takesPasskeys() ? (
        <AddForm isOn={isOn} onAdded={onAdded} />
      ) : (
        <p>
          {passkeysOffered ? 'This browser takes no passkeys.' : 'Passkeys need this workspace at a name with https.'}
        </p>
      )}
    </Box>
  );
}

function Place({ passkey: { synced, backedUp, stoppedAt } }: { passkey: Passkey }) {
  if (stoppedAt) return <StateChip icon={StoppedIcon} label="stopped: two devices used it" tone="caution" />;
  if (backedUp) return <StateChip icon={SyncedIcon} label="backed up" tone="good" />;
  return <StateChip icon={DeviceIcon} label={synced ? 'not backed up yet' : 'on one device'} tone="neutral" />;
}

function AddForm({ isOn, onAdded }: Pick<PasskeysProps, 'isOn' | 'onAdded'>) {
  const notify = useNotify();
  const [round, setRound] = useState(0);
  const mutation = useApiMutation(({ name, currentPassword }: FieldValues) =>
    addPasskey({ name: String(name), ...(currentPassword ? { currentPassword: String(currentPassword) } : {}) }),
  );
  return (
    <Box sx={NARROW}>
      <MutationForm
        key={round}
        mutation={mutation}
        submit="Add a passkey"
        primary={false}
        onDone={(codes) => {
          setRound(round + 1);
          if (!codes) notify('The passkey is added');
          onAdded(codes);
        }}
      >
        <TextInput
          source="name"
          label="Label"
          helperText="For your own list, such as “Phone” or “Laptop”."
          autoComplete="off"
          validate={required()}
        />
        {!isOn && <HiddenUserName />}
        {!isOn && (
          <PasswordInput
            source="currentPassword"
            label="Current password"
            helperText={false}
            autoComplete="current-password"
            validate={required()}
          />
        )}
      </MutationForm>
    </Box>
  );
}

function RenameForm({ passkey: { passkeyId, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const mutation = useApiMutation((values: FieldValues) => renamePasskey(passkeyId, String(values.name)), FACTOR_KEYS);
  return (
    <Box sx={NARROW}>
      <MutationForm
        mutation={mutation}
        submit="Rename"
        primary={false}
        record={{ name }}
        onDone={onDone}
        beside={
          <Button variant="outlined" onClick={onDone} disabled={mutation.busy}>
            Cancel
          </Button>
        }
      >
        <TextInput
          source="name"
          label={`New label of ${name}`}
          helperText={false}
          autoComplete="off"
          validate={required()}
          autoFocus
        />
      </MutationForm>
    </Box>
  );
}

const RemoveButton = ({ passkey: { passkeyId, name } }: { passkey: Passkey }) => (
  <DecisionButton
    small
    label="Remove"
    name={`Remove ${name}`}
    title={`Remove ${name}`}
    consequences={[
      'It no longer signs you in. The device may still show it: delete it there too.',
      'All your other sessions end.',
    ]}
    actionLabel="Remove"
    touches={FACTOR_KEYS}
    decide={() => removePasskey(passkeyId)}
    done="The passkey is removed"
  />
);
