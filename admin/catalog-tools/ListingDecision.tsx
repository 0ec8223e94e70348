import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { CatalogRecord } from '../providers/generated/operations.js';

/** The longest reason that the service takes. */
const REASON_LENGTH_MAX = 500;

const OUT = {
  label: 'Remove from the directory',
  actionLabel: 'Remove',
  done: 'The tool is removed from the directory.',
  consequences: [
    'The tool is hidden from the directory, from searches and from the MCP registry.',
    'Nothing is deleted: its links, its offers and what was counted stay.',
    'You can restore it.',
  ],
};
const BACK = {
  label: 'Restore to the directory',
  actionLabel: 'Restore',
  done: 'The tool is in the directory again.',
  consequences: ['The tool is shown again, with the facts above.'],
};

/** Lists a tool or takes it out; the reason goes into the audit log. */
export function ListingDecision({ tool, onReload }: { tool: CatalogRecord; onReload: () => void }) {
  const [reason, setReason] = useState('');
  const { setToolListed } = useDai();
  const decision = tool.listed ? OUT : BACK;
  return (
    <DecisionButton
      {...decision}
      title={`${decision.label}: ${tool.name}`}
      grave={tool.listed}
      revision={tool.revision}
      onReload={onReload}
      holdsInput
      lacks={reason.trim() ? null : 'Say why.'}
      decide={() =>
        setToolListed({
          slug: tool.slug,
          revision: tool.revision,
          listed: !tool.listed,
          reason: reason.trim(),
        })
      }
      touches={['catalog-tools', 'directory']}
      onDone={() => setReason('')}
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
    </DecisionButton>
  );
}
