import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { State } from '../components/StateChip.js';
import { Statement } from '../components/Statement.js';
import { TimeAgo } from '../components/TimeAgo.js';

interface StandingProps {
  readonly record: {
    readonly listed: boolean;
    readonly revision: number;
    readonly origin: string;
    readonly editedAt: string | null;
    readonly source: { readonly approvedOn: string } | null;
  };
  /** The name of the record, after its chip. */
  readonly named: ReactNode;
  readonly children: ReactNode;
}

/** The standing of a catalog record: whether it is public, and where it comes from. */
export function CatalogStanding({
  record: { listed, revision, origin, editedAt, source },
  named,
  children,
}: StandingProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <State of="listing" is={listed ? 'listed' : 'unlisted'} />
      {named}
      <span>revision {revision}</span>
      <span>from {origin}</span>
      {source && (
        <span>
          <Statement approvedOn={source.approvedOn} />
        </span>
      )}
      <span>
        {editedAt ? (
          <>
            corrected <TimeAgo at={editedAt} />
          </>
        ) : (
          'never corrected'
        )}
      </span>
      {children}
    </Box>
  );
}
