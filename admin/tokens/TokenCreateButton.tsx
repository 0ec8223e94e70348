import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { MutationForm } from '../components/MutationForm.js';
import type { ShownSecret } from '../components/SecretDialog.js';
import { useShowSecret } from '../components/secret.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { CreateWorkflowTokenAnswer, CreateWorkflowTokenInput } from '../providers/generated/operations.js';
import { useAct } from '../workspace/useAct.js';
import { ClientConfigs } from './ClientConfigs.js';
import { grantedOf, SCOPES_AT_FIRST } from './scopes.js';
import { DAYS, TokenFields } from './TokenFields.js';

type Created = NonNullable<CreateWorkflowTokenAnswer['createWorkflowToken']>;

const AT_FIRST = { name: '', projectId: '', scopes: SCOPES_AT_FIRST, expiresInDays: DAYS.atFirst };

/** Creates a token: first what it may and for how long, then, once and never again, the token itself. */
export function TokenCreateButton() {
  const [asking, setAsking] = useState(false);
  const [proposed, setProposed] = useState('');
  const titleId = useId();
  const dai = useDai();
  const showSecret = useShowSecret();
  const mutation = useApiMutation(
    async (values: FieldValues): Promise<void> => {
      showSecret(secretOf(await dai.createWorkflowToken(inputOf(values))));
    },
    ['tokens'],
  );
  useAct('create-token', (name) => {
    setProposed(name);
    setAsking(true);
  });
  const close = () => {
    mutation.reset();
    setProposed('');
    setAsking(false);
  };
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAsking(true)}>
        Create token
      </Button>
      {asking && (
        <Dialog open onClose={mutation.busy ? undefined : close} aria-labelledby={titleId} maxWidth="sm" fullWidth>
          <DialogTitle id={titleId}>Create token</DialogTitle>
          <DialogContent>
            <MutationForm
              mutation={mutation}
              submit="Create token"
              record={proposed ? { ...AT_FIRST, name: proposed } : AT_FIRST}
              onDone={close}
              beside={
                <Button variant="outlined" onClick={close} disabled={mutation.busy}>
                  Cancel
                </Button>
              }
            >
              <TokenFields />
            </MutationForm>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

const inputOf = ({ name, projectId, scopes, expiresInDays }: FieldValues): CreateWorkflowTokenInput => ({
  name,
  scopes: grantedOf(scopes, projectId ?? ''),
  projectId: projectId || null,
  expiresInDays,
});

const secretOf = ({ token, name, configs }: Created): ShownSecret => ({
  title: `The token “${name}”`,
  secret: token,
  secretName: 'workflow token',
  place: 'Put it where your agent finds its environment, as DAI_TOKEN; never in a prompt, a page or a repository.',
  ready: <ClientConfigs configs={configs} holdsToken />,
  readyTitle: 'Connect your agent',
});
