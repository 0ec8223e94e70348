import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Day } from '../components/Day.js';
import type { Actions } from '../providers/data.enterprise.js';
import { useOrganization } from '../workspace/organization.js';
import { labelOfMetric, textOfMetric } from './metrics.js';
import { Provenance } from './Provenance.js';

type Action = Actions['actions'][number];

interface ActionItemProps {
  readonly action: Action;
  readonly isDone: boolean;
  /** The day on which it was ticked. */
  readonly tickedOn: string | undefined;
  readonly onTick: (isDone: boolean) => void;
}

/** One action: why it is due, the numbers that prove it, what to do next and where. */
export function ActionItem({ action, isDone, tickedOn, onTick }: ActionItemProps) {
  const titleId = useId();
  const { title, why, step, url, evidence } = action;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, p: 3, '& + &': { borderTop: '1px solid var(--border)' } }}>
      <Checkbox
        checked={isDone}
        onChange={({ target }) => onTick(target.checked)}
        slotProps={{ input: { 'aria-label': `Done: ${title}` } }}
        sx={{ alignSelf: 'flex-start', mt: -1.5, ml: -2 }}
      />
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 2, color: isDone ? 'var(--muted)' : 'inherit' }}>
        <Box
          component="h2"
          id={titleId}
          sx={{
            m: 0,
            fontSize: '1rem',
            fontWeight: 600,
            overflowWrap: 'anywhere',
            textDecoration: isDone ? 'line-through' : 'none',
          }}
        >
          {title}
        </Box>
        {tickedOn && (
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
            {isDone ? 'Done on ' : 'You ticked it on '}
            <Day at={tickedOn} />
            {!isDone && ', and it is found in all days since'}.
          </Box>
        )}
        {!isDone && (
          <>
            <Box sx={{ overflowWrap: 'anywhere' }}>{why}</Box>
            <Evidence evidence={evidence} />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
              <Box sx={{ flex: '1 1 260px' }}>
                <strong>Next:</strong> {step}
              </Box>
              <Box data-screen>
                <OpenPage url={url} titleId={titleId} />
              </Box>
            </Box>
          </>
        )}
      </Box>
    </Box>
  );
}

/** The numbers that prove an action, each with the one before, its days and its label. */
function Evidence({ evidence }: { evidence: Action['evidence'] }) {
  const { to } = useOrganization();
  return (
    <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
      {evidence.map(({ metric, value, previous, window, label, eventIds }) => (
        <li key={metric}>
          <Box component="span" sx={{ mr: 2, overflowWrap: 'anywhere' }}>
            {labelOfMetric(metric)}: {textOfMetric(metric, value)}
            {previous !== null && `, ${textOfMetric(metric, previous)} before`}
          </Box>
          <Provenance label={label} window={window} />
          {eventIds?.map((id, index) => (
            <Box component="span" key={id} data-screen sx={{ ml: 2 }}>
              <Link to={to(`/events/${encodeURIComponent(id)}`)}>
                {index === 0 ? 'The event' : `Event ${index + 1}`}
              </Link>
            </Box>
          ))}
        </li>
      ))}
    </Box>
  );
}

/** The page that does the step: of this workspace, or another page of the service. */
function OpenPage({ url, titleId }: { url: string; titleId: string }) {
  const inside = workspacePathOf(url);
  return inside === null ? (
    <Button component="a" href={url} variant="outlined" size="small" aria-describedby={titleId}>
      Open page
    </Button>
  ) : (
    <Button component={Link} to={inside} variant="outlined" size="small" aria-describedby={titleId}>
      Open page
    </Button>
  );
}

/** The address within the workspace; null for a page that is not of it. */
function workspacePathOf(url: string): string | null {
  const found = URL.canParse(url) ? new URL(url) : null;
  return found?.pathname === '/admin/' && found.hash.startsWith('#/') ? found.hash.slice(1) : null;
}
