import NeverIcon from '@mui/icons-material/BlockOutlined';
import GetsIcon from '@mui/icons-material/CheckOutlined';
import LastsIcon from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Icon } from '../components/StateChip.js';
import { CONSENT_DAYS } from './consent.js';

interface Topic {
  readonly title: string;
  readonly icon: Icon;
  readonly points: readonly string[];
}

const TOPICS: readonly Topic[] = [
  {
    title: 'The vendor gets',
    icon: GetsIcon,
    points: [
      'The kind of each use: a model call, a search, a build.',
      'Whether it succeeded, how long it took and what it cost, where your agent reported that.',
      'A random pseudonym: the same for all you share with this vendor, another one for every other.',
    ],
  },
  {
    title: 'The vendor never gets',
    icon: NeverIcon,
    points: [
      'Who you are: no name, no address, no account.',
      'Your projects, even where your agent names one.',
      'Prompts, code or results: a receipt has no place for them.',
    ],
  },
  {
    title: 'How long it lasts',
    icon: LastsIcon,
    points: [
      'It covers what is reported while it is active, nothing from before.',
      `It ends by itself after ${CONSENT_DAYS} days. Only you connect and renew, here in the browser; no agent can.`,
      'You can revoke it at once: what is queued is stopped, what was delivered stays with the vendor.',
    ],
  },
];

/** The scope of a consent in plain words, before there is anything to decide. */
export function WhatSharingMeans() {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 190px), 1fr))',
        gap: 6,
        p: 4,
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      {TOPICS.map(({ title, icon: Drawn, points }) => (
        <div key={title}>
          <Typography variant="h3" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2 }}>
            <Drawn sx={{ fontSize: 18, color: 'var(--muted)' }} aria-hidden />
            {title}
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
            {points.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </Box>
        </div>
      ))}
    </Box>
  );
}
