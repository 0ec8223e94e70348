import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Notice } from '../components/Notice.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Skill } from '../providers/generated/operations.js';
import { Shown } from './Shown.js';

/** The obstacles of a skill: why it was suspended, and why its source differed from the import when it was last checked. */
export function SkillNotices({ skill }: { skill: Skill }) {
  const { status, suspendedAt, suspendedReason, checkedAt, checkFailure, sourceUrl } = skill;
  const suspended = status === 'SUSPENDED' && suspendedReason !== null;
  if (!suspended && checkFailure === null) return null;
  const importAgain = (
    <Button
      component={Link}
      to={`/me/skills/import?url=${encodeURIComponent(sourceUrl)}`}
      size="small"
      variant="outlined"
    >
      Import again
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 6 }}>
      {suspended && (
        <Notice tone="bad">
          <strong>It was taken out of the public</strong> {suspendedAt && <TimeAgo at={suspendedAt} />}:{' '}
          <Shown text={suspendedReason} />
        </Notice>
      )}
      {checkFailure !== null && (
        <Notice tone="caution" urgent action={importAgain}>
          <strong>At the last check, {checkedAt && <TimeAgo at={checkedAt} />}:</strong> <Shown text={checkFailure} />.
          What stands here is what was imported.
        </Notice>
      )}
    </Box>
  );
}
