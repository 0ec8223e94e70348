import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { BottomBar } from '../components/BottomBar.js';
import { State } from '../components/StateChip.js';
import { meaningOf } from '../components/states.js';
import { useNow } from '../components/useNow.js';
import type { Skill } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { DeleteButton } from './DeleteButton.js';
import { PublishButton } from './PublishButton.js';
import { SuspendButton } from './SuspendButton.js';
import { shortDigest } from './skill.labels.js';
import { VerifyButton } from './VerifyButton.js';

/** How long a verification counts for publishing. */
const VERIFIED_MS = 24 * 3_600_000;

/** Stays in sight under a skill: where it stands, and the decisions that are open; the last of them is the way on. */
export function SkillDecisions({ skill, onReload }: { skill: Skill; onReload: () => void }) {
  const { id, status, verifiedAt } = skill;
  const [announcement, setAnnouncement] = useState('');
  const addressVerified = useSession()?.person.emailVerified !== false;
  const now = useNow();
  const fresh = verifiedAt !== null && now - Date.parse(verifiedAt) < VERIFIED_MS;
  const publishable = status === 'VERIFIED' && fresh && addressVerified;
  return (
    <BottomBar label="Decision" tone={status === 'SUSPENDED' ? 'bad' : status === 'PUBLISHED' ? 'good' : 'info'}>
      <Standing
        skill={skill}
        announcement={announcement}
        note={noteOf(status, fresh, addressVerified) ?? meaningOf('skill', status)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5, ml: 'auto' }}>
        {status === 'PUBLISHED' ? (
          <SuspendButton skillId={id} name={skill.name} onReload={onReload} onDone={setAnnouncement} />
        ) : (
          <DeleteButton skill={skill} onReload={onReload} />
        )}
        <VerifyButton
          skill={skill}
          primary={!publishable && status !== 'PUBLISHED'}
          again={status === 'VERIFIED' || status === 'PUBLISHED'}
          onReload={onReload}
          onDone={setAnnouncement}
        />
        {publishable && <PublishButton skill={skill} onReload={onReload} onDone={setAnnouncement} />}
        {status === 'PUBLISHED' && (
          <Button href={`/s/${id}`} size="small" variant="contained">
            Open the public page
          </Button>
        )}
      </Box>
    </BottomBar>
  );
}

/** Says why a verified skill can't be published. */
function noteOf(status: Skill['status'], fresh: boolean, addressVerified: boolean): string | null {
  if (status !== 'VERIFIED') return null;
  if (!fresh) return 'It was verified more than 24 hours ago: verify it again before you publish it.';
  return addressVerified ? null : 'To publish it, verify your e-mail address first.';
}

/** State, revision and digest of what is decided about; it takes the focus when the state has moved. */
function Standing({ skill, announcement, note }: { skill: Skill; announcement: string; note: string }) {
  const { status, revision, digest } = skill;
  const standing = useRef<HTMLDivElement>(null);
  const announced = useRef(status);
  useEffect(() => {
    if (announced.current === status) return;
    announced.current = status;
    standing.current?.focus({ preventScroll: true });
  }, [status]);
  return (
    <Box ref={standing} tabIndex={-1} sx={{ flex: '1 1 280px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <State of="skill" is={status} />
        <span>
          revision {revision} · <code>{shortDigest(digest)}…</code>
        </span>
      </Box>
      <Box sx={{ fontSize: '0.8125rem', mt: 1 }}>
        <strong role="status">{announcement}</strong> <span style={{ color: 'var(--muted)' }}>{note}</span>
      </Box>
    </Box>
  );
}
