import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { TimeAgo } from '../components/TimeAgo.js';
import { RefusalState } from '../events/RefusalState.js';
import { REFUSALS } from '../events/refusal.labels.js';
import { useOrganization } from '../workspace/organization.js';
import type { CompanyHomeData } from './useCompanyHome.js';

type Attention = CompanyHomeData['attention'][number];

/** The matters that need attention, each with a link to the place where it is mended. */
export function AttentionList({ attention }: { attention: readonly Attention[] }) {
  const { to } = useOrganization();
  if (attention.length === 0) return <Box>Nothing: every product has a key in use, and no event was refused.</Box>;
  return (
    <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
      {attention.map((one) => (
        <li key={[one.kind, one.productId, one.trackingKeyId, one.code].join(' ')}>{textOf(one, to)}</li>
      ))}
    </Box>
  );
}

function textOf(
  { kind, productId, name, code, count, lastUsedAt, expiresAt }: Attention,
  to: (path: string) => string,
): ReactNode {
  const product = encodeURIComponent(productId ?? '');
  switch (kind) {
    case 'product_without_key':
      return (
        <>
          {name} has no live key. <Link to={to(`/settings/tracking-keys?product=${product}`)}>Create a key</Link>
        </>
      );
    case 'product_ignored':
      return (
        <>
          Events of {name} are not stored: it is ignored. <Link to={to(`/products/${product}`)}>Open {name}</Link>
        </>
      );
    case 'key_unused':
      return (
        <>
          The key “{name}” {lastUsedAt ? 'was last used ' : 'was never used'}
          {lastUsedAt && <TimeAgo at={lastUsedAt} />}.{' '}
          <Link to={to(`/settings/tracking-keys?product=${product}`)}>Open keys</Link>
        </>
      );
    case 'agent_key_ending':
      return (
        <>
          The agent key “{name}” ends on {expiresAt?.slice(0, 10)}.{' '}
          <Link to={to('/settings/agent-keys')}>Create another key</Link>
        </>
      );
    case 'events_refused':
      return (
        <>
          {count} {count === 1 ? 'event was' : 'events were'} refused with <code>{code}</code>
          {code && code in REFUSALS && `: ${REFUSALS[code]}`}.{' '}
          <Link to={to(`/events?outcome=refused&code=${encodeURIComponent(code ?? '')}`)}>See refused events</Link>{' '}
          {code && <RefusalState code={code} />}
        </>
      );
  }
}
