import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { RefObject } from 'react';
import { useNotify } from 'react-admin';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';

interface CommentProps {
  readonly id: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onChanged: (answer: IntakeSubmissionItem) => void;
}

/** A comment for the other reviewers; Ctrl+Enter adds it. */
export function CommentForm({ id, text, onText, field, onChanged }: CommentProps) {
  const dai = useDai();
  const notify = useNotify();
  const mutation = useApiMutation(() => dai.commentIntake({ id, text: text.trim() }));
  const add = async () => {
    if (!text.trim() || mutation.busy) return;
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    onText('');
    notify('The comment is added.');
    onChanged(outcome.answer);
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, mb: 5 }}>
      <TextField
        multiline
        minRows={2}
        margin="none"
        label="Comment for reviewers"
        helperText="The submitter does not read it."
        value={text}
        inputRef={field}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add();
        }}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
      <Button
        variant="outlined"
        size="small"
        sx={{ justifySelf: 'end' }}
        disabled={!text.trim()}
        loading={mutation.busy}
        onClick={() => void add()}
      >
        Add comment
      </Button>
    </Box>
  );
}
