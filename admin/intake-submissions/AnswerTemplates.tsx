import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { answersFor } from './answers.js';

interface TemplatesProps {
  readonly item: IntakeSubmissionItem;
  /** The decision ends the submission. */
  readonly rejects: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  /** The most characters that the reason may have. */
  readonly max: number;
}

/** Sentences that reviewers write again and again, those of the checks that did not pass first; each is added to what is written. */
export function AnswerTemplates({ item, rejects, reason, onReason, max }: TemplatesProps) {
  const answers = answersFor(item, rejects);
  return (
    <Box role="group" aria-label="Add a sentence" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 3 }}>
      {answers.map(({ label, text }) => {
        const next = reason.trim() ? `${reason.trimEnd()}\n${text}` : text;
        return (
          <Button
            key={label}
            size="small"
            variant="outlined"
            title={text}
            disabled={reason.includes(text) || next.length > max}
            onClick={() => onReason(next)}
          >
            {label}
          </Button>
        );
      })}
    </Box>
  );
}
