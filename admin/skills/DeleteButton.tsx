import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { Skill } from '../providers/generated/operations.js';

/** Deletes an imported skill for good; a public one is suspended first. */
export function DeleteButton({ skill, onReload }: { skill: Skill; onReload: () => void }) {
  const dai = useDai();
  return (
    <DecisionButton
      small
      holdsInput
      label="Delete"
      grave
      title={`Delete ${skill.name}`}
      consequences={[
        'The imported text, its facts and its findings are deleted for good.',
        'Nothing happens at its source: it can be imported again from there, as it is then.',
      ]}
      actionLabel={`Delete ${skill.name}`}
      revision={skill.revision}
      touches={['skills']}
      decide={() => dai.deleteSkill({ skillId: skill.id })}
      done="The skill is deleted."
      leadsTo="/me/skills"
      onReload={onReload}
    />
  );
}
