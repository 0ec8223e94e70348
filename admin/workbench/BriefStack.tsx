import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Fact, Facts } from '../components/Facts.js';
import { ProofChips } from '../directory/ProofChips.js';
import { humanize } from '../directory/tool.labels.js';
import { useInstead } from './instead.js';
import type { PlanContent } from './useBrief.js';

type Part = PlanContent['stack'][number];

/** The tools of a plan part by part: why this one, and what else would do. */
export function BriefStack({ stack }: { stack: readonly Part[] }) {
  return (
    <Box
      component="ol"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      {stack.map((part) => (
        <StackPart key={part.capability} part={part} />
      ))}
    </Box>
  );
}

function StackPart({ part }: { part: Part }) {
  const { tool, why, alternatives, title } = part;
  const instead = useInstead();
  return (
    <Box component="li" sx={{ p: 4, '&:not(:first-of-type)': { borderTop: '1px solid var(--border)' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>{title}</Box>
          <Box component="h3" sx={{ m: 0, fontSize: '1rem', fontWeight: 600 }}>
            <Link to={`/directory/${tool.slug}`}>{tool.name}</Link>
          </Box>
          {tool.summary}
        </Box>
        {instead && (
          <Button size="small" variant="outlined" onClick={() => instead('exclude', tool.slug)}>
            Leave {tool.name} out
          </Button>
        )}
      </Box>
      <Box sx={{ mt: 2 }}>
        <Facts>
          <Fact label="Why">{why.join(' · ')}</Fact>
          <Fact label="Pricing">
            {humanize(tool.pricing.model)}
            {tool.pricing.freeTier && `, free tier: ${tool.pricing.freeTier}`}
          </Fact>
          <Fact label="Evidence">{tool.proof.length > 0 ? <ProofChips proof={tool.proof} /> : 'none yet'}</Fact>
          {alternatives.length > 0 && (
            <Fact label="Instead">
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
                {alternatives.map((other) => (
                  <Alternative key={other.slug} other={other} />
                ))}
              </Box>
            </Fact>
          )}
        </Facts>
      </Box>
    </Box>
  );
}

function Alternative({ other: { slug, name, why } }: { other: Part['alternatives'][number] }) {
  const instead = useInstead();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        columnGap: 4,
        rowGap: 1,
        alignItems: 'start',
        justifyItems: 'start',
      }}
    >
      <div>
        <Link to={`/directory/${slug}`}>{name}</Link>{' '}
        <Box component="span" sx={{ color: 'var(--muted)' }}>
          {why}
        </Box>
      </div>
      {instead && (
        <Button size="small" variant="outlined" onClick={() => instead('prefer', slug)}>
          Take {name}
        </Button>
      )}
    </Box>
  );
}
