import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { maxLength, required, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { DaysField } from '../components/DaysField.js';
import { MutationForm } from '../components/MutationForm.js';
import type { ShownSecret } from '../components/SecretDialog.js';
import { useShowSecret } from '../components/secret.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { ProductField } from '../products/ProductField.js';
import { useDai } from '../providers/data.js';
import type { Product } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { AgentKeyConfigs, type CreatedAgentKey } from './AgentKeyConfigs.js';

const NAME_LENGTH_MAX = 120;
/** Days that an agent key is valid (decisions §9). */
const DAYS = { min: 1, max: 90, atFirst: 30 } as const;

/** Creates an agent key: first which product it reads and for how long, then, once and never again, the key itself. */
export function AgentKeyCreateButton({ products }: { products: readonly Product[] }) {
  const [asking, setAsking] = useState(false);
  const titleId = useId();
  const { organizationId } = useOrganization();
  const { createAgentKey } = useDai();
  const showSecret = useShowSecret();
  const mutation = useApiMutation(
    async ({ name, productId, expiresInDays }: FieldValues): Promise<void> => {
      showSecret(secretOf(await createAgentKey({ organizationId, productId, name, expiresInDays })));
    },
    ['agent-keys'],
  );
  const close = () => {
    mutation.reset();
    setAsking(false);
  };
  const [first, second] = products;
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAsking(true)}>
        Create agent key
      </Button>
      {asking && (
        <Dialog open onClose={mutation.busy ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
          <DialogTitle id={titleId}>Create agent key</DialogTitle>
          <DialogContent>
            <MutationForm
              mutation={mutation}
              submit="Create agent key"
              record={{ name: '', productId: second ? '' : first?.productId, expiresInDays: DAYS.atFirst }}
              onDone={close}
              beside={
                <Button variant="outlined" onClick={close} disabled={mutation.busy}>
                  Cancel
                </Button>
              }
            >
              <ProductField
                products={products}
                hint="The one product that the key reads; it learns nothing of others."
                inDialog
              />
              <TextInput
                source="name"
                label="Name of the key"
                helperText="What tells it from others, such as the agent and who runs it."
                autoComplete="off"
                autoFocus
                validate={[required(), maxLength(NAME_LENGTH_MAX)]}
              />
              <DaysField min={DAYS.min} max={DAYS.max} />
            </MutationForm>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

const secretOf = (created: CreatedAgentKey): ShownSecret => ({
  title: `The agent key “${created.key.name}”`,
  secret: created.token,
  secretName: 'agent key',
  place:
    'It reads the reports of one product and changes nothing. Put it where your agent finds its environment, as DAI_ENTERPRISE_TOKEN; never in a prompt, a page or a repository.',
  ready: <AgentKeyConfigs created={created} />,
  readyTitle: 'Connect your agent',
});
