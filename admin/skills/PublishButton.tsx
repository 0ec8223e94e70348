import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { Skill } from '../providers/generated/operations.js';

import { byRule, describeRisk, type RuleFindings, shortDigest } from './skill.labels.js';

interface PublishButtonProps {
  readonly skill: Skill;
  readonly onReload: () => void;
  /** Takes a sentence about what was done. */
  readonly onDone: (message: string) => void;
}

/** Makes a verified skill public; grave findings are acknowledged one by one, by name. */
export function PublishButton({ skill, onReload, onDone }: PublishButtonProps) {
  const dai = useDai();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const grave = byRule(skill.risk.findings).filter(({ severity }) => severity === 'high');
  const open = grave.filter(({ ruleId }) => !seen.includes(ruleId)).length;
  const { id, name, digest, revision } = skill;
  return (
    <DecisionButton
      small
      holdsInput
      label="Publish"
      primary
      title={`Publish ${name}`}
      consequences={consequencesOf(skill)}
      actionLabel={`Publish ${name}`}
      revision={revision}
      lacks={
        open > 0 ? `${open === 1 ? 'One finding waits' : `${open} findings wait`} for your acknowledgement.` : null
      }
      touches={['skills', 'published-skills']}
      decide={() => dai.publishSkill({ skillId: id, digest, acknowledgeRisk: grave.length > 0 })}
      onOpen={() => setSeen([])}
      onDone={() => onDone('The skill is public.')}
      onReload={onReload}
    >
      {grave.length > 0 && <Acknowledge rules={grave} seen={seen} onChange={setSeen} />}
    </DecisionButton>
  );
}

/** Everything that anyone can read from then on. */
function consequencesOf({ digest, lines, license, allowedTools, metadata, ...skill }: Skill) {
  const parts = [
    license !== null && 'its licence',
    skill.compatibility !== null && 'what it needs',
    allowedTools !== null && 'its allowed tools',
    metadata !== null && 'its metadata',
    skill.headings.length > 0 && 'its headings',
  ].filter((one) => one !== false);
  const risk = describeRisk(skill.riskCounts);
  return [
    `Anyone can read its name, description and whole text: ${lines} lines, ${shortDigest(digest)}…${parts.length > 0 ? `, with ${parts.join(', ')}` : ''}.`,
    'Anyone can read where it comes from, and when you verified and published it. Who you are stays private.',
    risk
      ? `Anyone can read what the rules found, line by line: ${risk}.`
      : 'Anyone can read that the rules found nothing.',
    'Its source is read again every day; once it has changed, the skill is suspended.',
  ];
}

interface AcknowledgeProps {
  readonly rules: readonly RuleFindings[];
  readonly seen: readonly string[];
  readonly onChange: (seen: readonly string[]) => void;
}

function Acknowledge({ rules, seen, onChange }: AcknowledgeProps) {
  const id = useId();
  return (
    <FormGroup role="group" aria-labelledby={id} sx={{ mb: 2 }}>
      <Typography variant="h3" id={id}>
        I have looked at what was found, and publish it all the same
      </Typography>
      {rules.map(({ ruleId, title, findings }) => (
        <FormControlLabel
          key={ruleId}
          control={
            <Checkbox
              size="small"
              checked={seen.includes(ruleId)}
              onChange={(_, checked) => onChange(checked ? [...seen, ruleId] : seen.filter((one) => one !== ruleId))}
            />
          }
          label={`high: ${title}, ${findings.length === 1 ? 'line' : 'lines'} ${findings.map(({ line }) => line).join(', ')}`}
        />
      ))}
    </FormGroup>
  );
}
