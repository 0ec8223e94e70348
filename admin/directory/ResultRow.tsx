import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Tags } from '../components/Tags.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import type { FoundTool } from '../providers/generated/operations.js';
import { ProofLabels } from './ProofChips.js';
import { SponsoredChip } from './SponsoredChip.js';
import { humanize } from './tool.labels.js';

const CAPABILITIES_SHOWN = 4;

/** One tool with the reasons to open it: what it does, what it costs, what proves it, and why it stands here. */
export function ResultRow({ tool, requested }: { tool: FoundTool; requested: string }) {
  const unproven = tool.proof.length === 0;
  return (
    <Box component="li" data-record={tool.id} sx={ROW}>
      <Box component="span" sx={{ color: 'var(--muted)', textAlign: 'right', fontSize: '0.8125rem' }}>
        <VisuallyHidden>Rank </VisuallyHidden>
        {tool.rank.position}
      </Box>
      <Box sx={MAIN}>
        <div>
          <Box component="h3" sx={{ m: 0, fontSize: '0.875rem', fontWeight: 600 }}>
            <Box component={Link} to={`/directory/${tool.slug}`} sx={WHOLE_ROW}>
              {tool.name}
            </Box>
            {tool.sponsored && <SponsoredChip />}
          </Box>
          {tool.summary}
        </div>
        {tool.capabilities.length > 0 && (
          <Tags
            label={`What ${tool.name} can do`}
            tags={tool.capabilities.map((capability) => ({ key: humanize(capability), label: humanize(capability) }))}
            shownMax={CAPABILITIES_SHOWN}
          />
        )}
      </Box>
      <Box sx={ASIDE}>
        <Line label="Pricing">
          {humanize(tool.pricing.model)}
          {tool.pricing.freeTier && <span title={tool.pricing.freeTier}>, free tier</span>}
        </Line>
        {tool.offers.length > 0 && !tool.proof.some(({ signal }) => signal === 'offer') && (
          <Line label="Offers">{tool.offers.length.toLocaleString('en')}</Line>
        )}
        {unproven ? <Line label="Evidence">none yet</Line> : <ProofLabels proof={tool.proof} />}
        {tool.maturity === 'deprecated' && <Line label="Maturity">deprecated</Line>}
        <Line label="Why here">{whyHere(tool.rank.reasons, requested)}</Line>
      </Box>
    </Box>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ fontSize: '0.8125rem' }}>
      <Box component="span" sx={{ color: 'var(--muted)' }}>
        {label}:{' '}
      </Box>
      {children}
    </Box>
  );
}

function whyHere(reasons: readonly string[], requested: string): string {
  if (reasons.length > 0) return reasons.join(' · ');
  return requested === '' ? 'no evidence yet, so by its name' : 'it matches the question';
}

const ROW = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: { xs: '20px minmax(0, 1fr)', sm: '24px minmax(0, 1fr) 200px' },
  columnGap: { xs: 2, sm: 4 },
  rowGap: 2,
  p: 3,
  border: { xs: '1px solid var(--border)', sm: 0 },
  borderRadius: { xs: 1, sm: 0 },
  bgcolor: { xs: 'background.paper', sm: 'transparent' },
  '&:not(:first-of-type)': { borderTop: '1px solid var(--border)' },
  '&:hover': { bgcolor: 'var(--raised)' },
} as const;

const MAIN = {
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 1.5,
} as const;

const ASIDE = {
  gridColumn: { xs: 2, sm: 'auto' },
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 1,
} as const;

/** The name is the link; all of its row opens it. */
const WHOLE_ROW = { '&::after': { content: '""', position: 'absolute', inset: 0 } } as const;
