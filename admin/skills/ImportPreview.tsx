import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Diff } from '../components/Diff.js';
import { Section } from '../components/Page.js';
import type { SkillImport } from '../providers/generated/operations.js';
import { visible } from './hidden.runs.js';
import { ImportBar } from './ImportBar.js';
import { Shown } from './Shown.js';
import { SkillReading } from './SkillReading.js';
import { countsOf, describeRisk } from './skill.labels.js';

interface ImportPreviewProps {
  readonly read: SkillImport;
  /** The answer of the same address at the look before; null the first time. */
  readonly before: SkillImport | null;
  readonly onReadAgain: () => void;
}

/** A file that was read and not stored: what it says, what is wrong with it, and the step that keeps it. */
export function ImportPreview({ read, before, onReadAgain }: ImportPreviewProps) {
  const { skill, validation, risk } = read;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus': { outline: 'none !important' } }}>
        Preview{skill.name !== null && `: ${visible(skill.name)}`}
      </Typography>
      <Box sx={{ mt: 1, mb: 6, maxWidth: 720, color: 'var(--muted)', overflowWrap: 'anywhere' }}>
        {skill.description === null ? 'It does not say what it is for.' : <Shown text={skill.description} />}
      </Box>
      {before && (
        <Section title="What has changed at the source" level="h3">
          <Diff
            caption="What has changed at the source"
            fields={FIELDS.map(([label, say]) => ({ label, before: say(before), after: say(read) }))}
          />
        </Section>
      )}
      <SkillReading skill={skill} validation={validation} findings={risk.findings} />
      <ImportBar read={read} onReadAgain={onReadAgain} />
    </>
  );
}

const shownOf = (text: string | null): string | null => (text === null ? null : visible(text));

/** The fields that tell two readings of one address apart at a glance; the text itself is below. */
const FIELDS: readonly (readonly [string, (read: SkillImport) => string | null])[] = [
  ['Digest', ({ skill }) => skill.digest],
  ['Name', ({ skill }) => shownOf(skill.name)],
  ['Description', ({ skill }) => shownOf(skill.description)],
  ['Size', ({ skill }) => `${skill.bytes} bytes, ${skill.lines} lines`],
  ['Allowed tools', ({ skill }) => shownOf(skill.allowedTools?.join(', ') ?? null)],
  ['Errors', ({ validation }) => String(validation.errors.length)],
  ['Found', ({ risk }) => describeRisk(countsOf(risk.findings)) ?? 'nothing'],
];
