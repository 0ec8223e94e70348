import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/CopyButton.js';
import { Fact, Facts } from '../components/Facts.js';
import { OutLink } from '../components/OutLink.js';
import { Tags } from '../components/Tags.js';
import type { ReadSkill } from '../providers/generated/operations.js';
import { visible } from './hidden.runs.js';
import { Shown } from './Shown.js';

/** The source of a skill, its bytes, and the contents of its head; missing members are named as missing. */
export function SkillFacts({ skill, children }: { skill: Omit<ReadSkill, 'id' | 'content'>; children?: ReactNode }) {
  const { sourceUrl, finalUrl, digest, bytes, lines, allowedTools, metadata } = skill;
  return (
    <Facts>
      <Fact label="Source">
        <Address url={sourceUrl} />
      </Fact>
      <Fact label="Led to">{finalUrl === sourceUrl ? 'the same address' : <Address url={finalUrl} />}</Fact>
      <Fact label="Digest">
        <code>{digest}</code> <CopyButton small text={digest} what="digest" />
      </Fact>
      <Fact label="Size">
        {bytes.toLocaleString('en')} bytes, {lines.toLocaleString('en')} lines
      </Fact>
      <Fact label="Licence">
        <Stated text={skill.license} />
      </Fact>
      <Fact label="Needs">
        <Stated text={skill.compatibility} />
      </Fact>
      <Fact label="Allowed tools">
        {allowedTools && allowedTools.length > 0 ? (
          <Tags
            label="Allowed tools"
            tags={[...new Set(allowedTools)].map((tool) => ({ key: tool, label: <Shown text={tool} /> }))}
          />
        ) : (
          <Stated text={null} />
        )}
      </Fact>
      <Fact label="Metadata">{metadata ? <Metadata metadata={metadata} /> : <Stated text={null} />}</Fact>
      {children}
    </Facts>
  );
}

function Address({ url }: { url: string }) {
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      <OutLink to={url}>{visible(url)}</OutLink>
    </Box>
  );
}

function Stated({ text }: { text: string | null }) {
  if (text === null) return <span style={{ color: 'var(--muted)' }}>not said</span>;
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      <Shown text={text} />
    </Box>
  );
}

function Metadata({ metadata }: { metadata: Record<string, unknown> }) {
  return Object.entries(metadata).map(([name, value]) => (
    <Box key={name} sx={{ overflowWrap: 'anywhere' }}>
      <code>
        <Shown text={name} />
      </code>
      : <Shown text={typeof value === 'string' ? value : JSON.stringify(value)} />
    </Box>
  ));
}
