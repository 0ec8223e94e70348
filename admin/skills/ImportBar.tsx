import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router-dom';
import { BottomBar } from '../components/BottomBar.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { StaleBar } from '../components/StaleBar.js';
import type { SkillImport } from '../providers/generated/operations.js';
import { shortDigest } from './skill.labels.js';
import { useConfirmImport } from './useSkillImport.js';

/** Stays in sight under a preview: says that nothing is stored, and keeps the file, or says why it can't be kept. */
export function ImportBar({ read, onReadAgain }: { read: SkillImport; onReadAgain: () => void }) {
  const { skill, validation } = read;
  const navigate = useNavigate();
  const mutation = useConfirmImport(skill);
  const keep = async () => {
    const outcome = await mutation.run();
    if (outcome.done) navigate(`/me/skills/${outcome.answer}`);
  };
  if (mutation.problem?.code === 'SOURCE_CHANGED')
    return (
      <Box sx={{ position: 'sticky', bottom: 0, zIndex: 5 }}>
        <StaleBar problem={mutation.problem} onReload={onReadAgain} />
      </Box>
    );
  const errors = validation.errors.length;
  return (
    <BottomBar label="This is a preview" tone={validation.valid ? 'info' : 'bad'}>
      {mutation.problem && (
        <Box sx={{ flex: '1 1 100%' }}>
          <ProblemNotice problem={mutation.problem} tried="mutation" />
        </Box>
      )}
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <strong>This is a preview: nothing is stored.</strong>{' '}
        {validation.valid ? (
          <>
            Importing keeps exactly this text, <code>{shortDigest(skill.digest)}…</code>, where you alone see it.
          </>
        ) : (
          <>
            It can’t be imported: {errors === 1 ? 'an error makes' : `${errors} errors make`} it no valid skill. Mend
            the file at its source, then show the preview again.
          </>
        )}
      </Box>
      {validation.valid && (
        <Button
          variant="contained"
          loading={mutation.busy}
          loadingPosition="start"
          onClick={() => void keep()}
          sx={{ ml: 'auto' }}
        >
          Import as a private draft
        </Button>
      )}
    </BottomBar>
  );
}
