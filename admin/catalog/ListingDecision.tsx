import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { CatalogRecord } from '../providers/generated/operations.js';

/** The longest reason that the service takes. */
const REASON_LENGTH_MAX = 500;

const OUT = {
  title: 'Remove from the directory',
  actionLabel: 'Remove',
  consequences: [
    'The tool is hidden from the directory, from searches and from the MCP registry.',
    'Nothing is deleted: its links, its offers and what was counted stay.',
    'You can restore it.',
  ],
};
const BACK = {
  title: 'Restore to the directory',
  actionLabel: 'Restore',
  consequences: ['The tool is shown again, with the facts above.'],
};

/** Lists a tool or takes it out; the reason goes into the audit log. */
export function ListingDecision({ tool, onReload }: { tool: CatalogRecord; onReload: () => void }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const provider = useDataProvider();
  const { title, actionLabel: label, consequences } = tool.listed ? OUT : BACK;
  const mutation = useApiMutation(
    () =>
      provider.create('tool-listings', {
        data: { slug: tool.slug, revision: tool.revision, listed: !tool.listed, reason: reason.trim() },
      }),
    ['catalog-tools', 'tools'],
  );
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    setOpen(false);
    setReason('');
  };
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {title}…
      </Button>
      {open && (
        <DecisionDialog
          title={`${title}: ${tool.name}`}
          consequences={consequences}
          actionLabel={label}
          grave={tool.listed}
          revision={tool.revision}
          lacks={reason.trim() ? null : 'Say why.'}
          busy={mutation.busy}
          problem={mutation.problem}
          onReload={() => {
            mutation.reset();
            onReload();
          }}
          onDecide={() => void decide()}
          onClose={close}
        >
          <TextField
            label="Why"
            helperText="Kept in the audit log."
            required
            multiline
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_LENGTH_MAX } }}
          />
        </DecisionDialog>
      )}
    </>
  );
}
