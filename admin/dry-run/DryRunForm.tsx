import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useId, useRef, useState } from 'react';
import { repeatedMembers } from '../../formats/json.js';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import type { Product } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { DryRunReply } from './DryRunReply.js';
import { EXAMPLES } from './examples.js';
import { RepairPanel } from './RepairPanel.js';
import { correctedOf, type Refused } from './repairs.js';
import { type PayloadReply, useDryRun } from './useDryRun.js';

const printed = (payload: unknown): string => JSON.stringify(payload, null, 2);

interface DryRunFormProps {
  readonly product: Product;
  /** The problems of a refused event that is to be repaired; none where a payload is tried. */
  readonly refused: readonly Refused[];
  /** Its name, where it is known. */
  readonly name: string | null;
}

/** The payload on one side, what would become of it on the other; of a refused event the repair stands above the answer. */
export function DryRunForm({ product, refused, name }: DryRunFormProps) {
  const examplesId = useId();
  const apiUrl = useSession()?.apiUrl ?? '';
  const corrected = refused.length > 0 ? correctedOf(refused, name, { baseUrl: apiUrl, product }) : null;
  const [text, setText] = useState(corrected ? printed(corrected.body) : '');
  const [malformed, setMalformed] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reply, setReply] = useState<PayloadReply | null>(null);
  const mutation = useDryRun(product.productId);
  const edit = (next: string) => {
    setText(next);
    setMalformed(null);
    setReply(null);
    mutation.reset();
  };
  const run = async () => {
    const parsed = parse(text);
    if ('malformed' in parsed) {
      setMalformed(parsed.malformed);
      return field.current?.focus();
    }
    const outcome = await mutation.run(parsed.payload);
    if (outcome.done) setReply(outcome.answer);
  };
  return (
    <Box sx={SIDES}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, alignContent: 'start' }}>
        <Box
          role="group"
          aria-labelledby={examplesId}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
        >
          <Box component="span" id={examplesId} sx={{ color: 'var(--muted)', mr: 1 }}>
            Examples
          </Box>
          {EXAMPLES.map(([label, payload]) => (
            <Button key={label} size="small" variant="outlined" onClick={() => edit(printed(payload(product)))}>
              {label}
            </Button>
          ))}
        </Box>
        <TextField
          label="Payload"
          inputRef={field}
          value={text}
          onChange={({ target }) => edit(target.value)}
          multiline
          minRows={14}
          margin="none"
          error={malformed !== null}
          helperText={malformed ?? 'JSON, as it would be sent'}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'var(--mono)', fontSize: '0.8125rem' } } }}
        />
        {mutation.problem && <ProblemNotice problem={mutation.problem} />}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button
            variant="contained"
            disabled={text.trim() === ''}
            loading={mutation.busy}
            loadingPosition="start"
            onClick={() => void run()}
          >
            Test payload
          </Button>
        </Box>
      </Box>
      <div>
        {reply && (
          <Section title="Answer">
            <DryRunReply reply={reply} onUse={(payload) => edit(printed(payload))} />
          </Section>
        )}
        {corrected && <RepairPanel refused={refused} corrected={corrected} productId={product.productId} />}
      </div>
    </Box>
  );
}

function parse(text: string): { readonly payload: unknown } | { readonly malformed: string } {
  try {
    const payload: unknown = JSON.parse(text);
    const [repeated] = repeatedMembers(text);
    // The tracking paths refuse it, and what is sent from here has lost it already.
    return repeated
      ? { malformed: `The member ${repeated.at(-1)} stands twice in its object: send it once.` }
      : { payload };
  } catch (error) {
    return { malformed: `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
}

const SIDES = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gap: 8,
  alignItems: 'start',
};
