import Typography from '@mui/material/Typography';
import { Code } from '../components/Code.js';
import { Section } from '../components/Page.js';
import type { ReadPublishedSkillAnswer } from '../providers/generated/operations.js';
import { visible } from './hidden.runs.js';

/** The address to install the skill from, and how to tell that it is still the file that was read here. */
export function InstallHint({ skill }: { skill: ReadPublishedSkillAnswer['publishedSkill'] }) {
  return (
    <Section title="Install it">
      <Typography sx={{ mb: 2, maxWidth: 720 }}>
        Read the text and the findings first. Then give this address to your agent’s own installer, or save the file as{' '}
        <code>{skill.name}/SKILL.md</code> where your agent looks for skills. DAI runs nothing and installs nothing, and
        being public here is no recommendation.
      </Typography>
      <Code text={visible(skill.sourceUrl)} what="Source address" wrap />
      <Typography color="textSecondary" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
        The file has the SHA-256 <code>{skill.digest.replace('sha256:', '')}</code>; one that has another is not what
        was read here.
      </Typography>
    </Section>
  );
}
