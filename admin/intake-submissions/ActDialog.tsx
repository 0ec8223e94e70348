import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { isStale } from '../components/StaleBar.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { AnswerTemplates } from './AnswerTemplates.js';
import type { IntakeAct } from './intake.acts.js';

const REASON_MAX = 2000;

interface ActDialogProps {
  readonly act: IntakeAct;
  readonly item: IntakeSubmissionItem;
  /** The reason typed so far; it stays when another reviewer was faster. */
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onDone: (answer: IntakeSubmissionItem) => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** Asks for a decision about the revision on the page. Enter decides, where nothing has to be written; Ctrl+Enter does where it has. */
export function ActDialog({ act, item, reason, onReason, onDone, onReload, onClose }: ActDialogProps) {
  const dai = useDai();
  const [tried, setTried] = useState(false);
  const mutation = useApiMutation(() => act.run(dai, item, reason.trim()));
  const stale = isStale(mutation.problem);
  const lacks = stale ? 'Reload first.' : act.reason && !reason.trim() ? `${act.reason}: write it first.` : null;
  const decide = async () => {
    setTried(true);
    if (lacks || mutation.busy) return;
    const outcome = await mutation.run(undefined);
    if (outcome.done) onDone(outcome.answer);
  };
  const press = (event: KeyboardEvent) => {
    const { target } = event;
    const onButton = target instanceof HTMLButtonElement;
    const writing = target instanceof HTMLTextAreaElement;
    if (event.key !== 'Enter' || onButton || (writing && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    void decide();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what bubbles out of the dialog, whose own controls have the focus
    <div onKeyDown={press}>
      <DecisionDialog
        title={`${act.label(item)}: ${item.title}`}
        consequences={act.consequences(item)}
        actionLabel={act.label(item)}
        grave={act.name === 'reject' || act.name === 'mark_spam'}
        revision={item.revision}
        busy={mutation.busy}
        problem={mutation.problem}
        lacks={lacks}
        onReload={onReload}
        onDecide={() => void decide()}
        onClose={onClose}
      >
        {act.reason && (
          <AnswerTemplates
            item={item}
            rejects={act.name === 'reject'}
            reason={reason}
            onReason={onReason}
            max={REASON_MAX}
          />
        )}
        {act.reason && (
          <TextField
            autoFocus
            required
            multiline
            minRows={3}
            label={act.reason}
            value={reason}
            error={tried && !reason.trim()}
            helperText="The submitter reads it. Ctrl+Enter sends it."
            onChange={({ target }) => onReason(target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
        )}
      </DecisionDialog>
    </div>
  );
}
