import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { Skill } from '../providers/generated/operations.js';

import { shortDigest } from './skill.labels.js';

interface VerifyButtonProps {
  readonly skill: Skill;
  readonly primary: boolean;
  /** It was verified before. */
  readonly again: boolean;
  readonly onReload: () => void;
  /** Takes a sentence about what was done. */
  readonly onDone: (message: string) => void;
}

/** Fetches the source again and compares it with what was imported. */
export function VerifyButton({ skill, primary, again, onReload, onDone }: VerifyButtonProps) {
  const dai = useDai();
  const { id, name, digest, status, revision } = skill;
  const isPublic = status === 'PUBLISHED';
  return (
    <DecisionButton
      small
      holdsInput
      label={again ? 'Verify again' : 'Verify install path'}
      primary={primary}
      title={`Verify the install path of ${name}`}
      consequences={[
        `The source is fetched again and compared with ${shortDigest(digest)}….`,
        isPublic
          ? 'If it is the same, it stays public, and when it was verified is public too.'
          : 'If it is the same, the skill is verified, and that you verified it is recorded. Nothing becomes public by it.',
        isPublic
          ? 'If it has changed, the skill is suspended at once and its public page is gone.'
          : 'If it has changed, you are told so; what was imported stays as it is, to be compared or deleted.',
      ]}
      actionLabel="Fetch and compare"
      revision={revision}
      touches={['skills', 'published-skills']}
      decide={() => dai.verifySkill({ skillId: id, digest })}
      onDone={() => onDone('The source is what was imported.')}
      onRefused={({ code }) => {
        // A changed source is no failure of the act: the service has noted it, and the page shows what it noted.
        if (code !== 'SOURCE_CHANGED') return false;
        onReload();
        return true;
      }}
      onReload={onReload}
    />
  );
}
