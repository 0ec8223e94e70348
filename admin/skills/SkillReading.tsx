import Box from '@mui/material/Box';
import { type ReactNode, useMemo, useState } from 'react';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import type { ReadSkill, RiskFinding, SkillImport } from '../providers/generated/operations.js';
import { FindingList } from './FindingList.js';
import { HeadingList } from './HeadingList.js';
import { ProblemList } from './ProblemList.js';
import { RiskChip } from './RiskChip.js';
import { SkillFacts } from './SkillFacts.js';
import { SkillText } from './SkillText.js';
import { countsOf, marksOf } from './skill.labels.js';

interface SkillReadingProps {
  readonly skill: Omit<ReadSkill, 'id'>;
  /** Null where only valid skills can be. */
  readonly validation: SkillImport['validation'] | null;
  readonly findings: readonly RiskFinding[];
  /** Facts of the page's own, after those of the file. */
  readonly facts?: ReactNode;
}

/** Everything that was read off a SKILL.md beside the file itself; whatever names a line leads to it. */
export function SkillReading({ skill, validation, findings, facts }: SkillReadingProps) {
  const [wanted, setWanted] = useState<{ line: number } | null>(null);
  const marks = useMemo(() => marksOf(validation, findings), [validation, findings]);
  const show = (line: number) => setWanted({ line });
  return (
    <Box sx={AREAS}>
      <Box sx={{ gridArea: 'found', minWidth: 0 }}>
        {validation && (
          <Section title="Validation">
            <ProblemList validation={validation} onShow={show} />
          </Section>
        )}
        <Section title="What the rules found" aside={<RiskChip counts={countsOf(findings)} />}>
          <FindingList findings={findings} onShow={show} />
        </Section>
      </Box>
      <Box sx={{ gridArea: 'side', minWidth: 0 }}>
        <Section title="The file">
          <SkillFacts skill={skill}>{facts}</SkillFacts>
        </Section>
        <Section title="Headings">
          <HeadingList headings={skill.headings} onShow={show} />
        </Section>
      </Box>
      <Box sx={{ gridArea: 'text', minWidth: 0 }}>
        <Section title="Its text">
          {skill.content === null ? (
            <Notice tone="caution">The file is no text that could be shown.</Notice>
          ) : (
            <SkillText key={skill.digest} content={skill.content} marks={marks} wanted={wanted} />
          )}
        </Section>
      </Box>
    </Box>
  );
}

const AREAS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
  gridTemplateRows: { lg: 'auto 1fr' },
  gridTemplateAreas: { xs: '"found" "side" "text"', lg: '"found side" "text side"' },
  columnGap: 8,
  alignItems: 'start',
};
