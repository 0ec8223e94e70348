import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Skill } from '../providers/generated/operations.js';
import { SkillDecision } from './SkillDecision.js';

/** Deletes an imported skill for good; a public one is suspended first. */
export function DeleteButton({ skill, onReload }: { skill: Skill; onReload: () => void }) {
  const provider = useDataProvider();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  return (
    <SkillDecision
      label="Delete"
      grave
      title={`Delete ${skill.name}`}
      consequences={[
        'The imported text, its facts and its findings are deleted for good.',
        'Nothing happens at its source: it can be imported again from there, as it is then.',
      ]}
      actionLabel={`Delete ${skill.name}`}
      revision={skill.revision}
      run={() => provider.delete('skills', { id: skill.id, previousData: skill })}
      onDone={() => {
        notify('The skill is deleted.');
        // A list that is older than the person's own act must not be shown again.
        client.removeQueries({ queryKey: ['skills', 'more'] });
        navigate('/me/skills', { replace: true });
      }}
      onReload={onReload}
    />
  );
}
