import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { MutationForm } from '../components/MutationForm.js';
import type { ApiMutation } from '../components/useApiMutation.js';
import { WebhookFields, type WebhookValues } from './WebhookFields.js';

interface WebhookDialogProps<Answer> {
  readonly title: string;
  readonly submit: string;
  readonly record: WebhookValues;
  readonly mutation: ApiMutation<FieldValues, Answer>;
  readonly onDone: (answer: Answer) => void;
  readonly onClose: () => void;
}

/** A webhook's address and kinds, in a dialog. */
export function WebhookDialog<Answer>({
  title,
  submit,
  record,
  mutation,
  onDone,
  onClose,
}: WebhookDialogProps<Answer>) {
  const titleId = useId();
  return (
    <Dialog open onClose={mutation.busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <MutationForm
          mutation={mutation}
          submit={submit}
          record={record}
          onDone={onDone}
          beside={
            <Button variant="outlined" onClick={onClose} disabled={mutation.busy}>
              Cancel
            </Button>
          }
        >
          <WebhookFields />
        </MutationForm>
      </DialogContent>
    </Dialog>
  );
}
