import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { CheckButton } from './CheckButton.js';
import type { CheckedProvider } from './CheckDialog.js';
import { type Balances, useBalance } from './useBalance.js';

interface BalancePanelProps<Name extends keyof Balances> {
  readonly title: string;
  readonly of: CheckedProvider & { readonly resource: Name };
  readonly children: (balance: Balances[Name]) => ReactNode;
}

/** One provider: its answer, when it was requested, and the way to request it again. */
export function BalancePanel<Name extends keyof Balances>({ title, of, children }: BalancePanelProps<Name>) {
  const balance = useBalance(of.resource);
  return (
    <Section title={title} level="h3" aside={<CheckButton of={of} />}>
      <QueryState query={balance} what={`balance at the ${of.name}`} rows={2}>
        {({ snapshot }) =>
          snapshot ? (
            <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
              <Box sx={{ color: 'var(--muted)' }}>
                said by the provider, checked <TimeAgo at={snapshot.checkedAt} />
              </Box>
              {children(snapshot)}
            </Box>
          ) : (
            <Box sx={{ color: 'var(--muted)' }}>
              What is left at the {of.name} will stand here after the first look at it.
            </Box>
          )
        }
      </QueryState>
    </Section>
  );
}
