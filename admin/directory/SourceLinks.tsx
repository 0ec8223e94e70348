import Box from '@mui/material/Box';
import { addressOf, hostOf } from '../components/address.js';
import { Day } from '../components/Day.js';
import { OutLink } from '../components/OutLink.js';
import { Statement } from '../components/Statement.js';
import type { Source } from './tool.facts.js';

const SMALL = { color: 'var(--muted)', fontSize: '0.8125rem', overflowWrap: 'anywhere' } as const;

/** The pages where a fact was read and the day, each one click away; and the days since which a vendor's statement alone supports it. */
export function SourceLinks({ sources }: { sources: readonly Source[] }) {
  const approvals = [...new Set(sources.flatMap(({ approvedOn }) => approvedOn ?? []))];
  return (
    <>
      <Pages sources={sources.filter(({ approvedOn }) => approvedOn === null)} />
      {approvals.map((day) => (
        <Box key={day} sx={SMALL}>
          <Statement approvedOn={day} />
        </Box>
      ))}
    </>
  );
}

function Pages({ sources }: { sources: readonly Source[] }) {
  const hosts = sources.map(({ url }) => hostOf(url));
  const days = [...new Set(sources.flatMap(({ readAt }) => readAt ?? []))];
  return days.map((day) => (
    <Box key={day} sx={SMALL}>
      read on <Day at={day} /> at{' '}
      {sources
        .filter(({ readAt }) => readAt === day)
        .map(({ url, via }, index) => (
          <span key={url}>
            {index > 0 && ', '}
            <OutLink to={url} title={via ? `${url}, through ${via}` : url}>
              {hosts.filter((host) => host === hostOf(url)).length > 1 ? addressOf(url) : hostOf(url)}
            </OutLink>
          </span>
        ))}
    </Box>
  ));
}
