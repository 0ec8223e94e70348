import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { ListPage } from '../components/ListPage.js';
import { useBack } from '../components/useBack.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { daysOf } from '../providers/data.adoption.js';
import type { EventOutcome, LoggedEvent } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { EventHistogram } from './EventHistogram.js';
import { EventPanel } from './EventPanel.js';
import { EVENT_COLUMNS } from './event.columns.js';
import { FAMILIES } from './families.js';
import { PageFacts } from './PageFacts.js';

/** Answers are written once a second beside the requests; asking more often would show nothing sooner. */
const POLL_MS = 3_000;

const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
const OUTCOMES: readonly EventOutcome[] = ['stored', 'refused', 'duplicate', 'ignored'];
const isDay = (day: string): boolean => daysOf(day, day) === 1;

const FILTERS = [
  { source: 'outcome', label: 'Outcome', every: 'Stored and refused', choices: same(OUTCOMES) },
  { source: 'name', argument: 'eventName', label: 'Event name' },
  { source: 'family', label: 'Family', choices: same(FAMILIES) },
  { source: 'developer', argument: 'developerId', label: 'Developer' },
  { source: 'account', argument: 'accountDomain', label: 'Account' },
  { source: 'source', label: 'Source', choices: same(['api', 'csv_import', 'relay']), folded: true },
  { source: 'code', label: 'Code of a refusal' },
  {
    source: 'counted',
    label: 'Counted in adoption',
    choices: [
      ['first-party', 'As first-party'],
      ['sample', 'As sample'],
    ] as const,
    folded: true,
  },
  { source: 'fromDay', label: 'Happened from (UTC day)', readable: isDay },
  { source: 'toDay', label: 'Happened to (UTC day)', readable: isDay },
  { source: 'campaign', argument: 'campaignId', label: 'Campaign' },
  { source: 'campaignSource', label: 'Source of the campaign' },
  { source: 'server', argument: 'mcpServer', label: 'MCP server' },
  { source: 'tool', argument: 'mcpTool', label: 'MCP tool' },
  { source: 'withoutAccount', label: 'Account', choices: [['true', 'Events for no account']] as const, folded: true },
];

/** All received events, stored and refused, in one list; one of them opens beside it, by its address. */
export function EventList() {
  const { organization, to } = useOrganization();
  const product = useProductFilter();
  const [live, setLive] = useState(true);
  const [search] = useSearchParams();
  const back = useBack();
  return (
    <ListPage<LoggedEvent>
      title="Events"
      where={organization.name}
      above={back && <BackTo to={back.to}>{back.label}</BackTo>}
      about="Every event that was sent, refused ones too. Of a refused event its product, tracking key, code, pointer and time are stored, its name where the catalog has it, and nothing else that it held; refused events, duplicates and ignored ones are listed for seven days."
      action={
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: { xs: 2, sm: 3 },
            rowGap: 2,
            // One line on a phone of 390 px.
            '& .MuiButton-root': { px: { xs: 2, sm: 4 } },
            '& .MuiFormControlLabel-root': { mr: 0 },
          }}
        >
          <FormControlLabel
            label="Live"
            control={<Switch checked={live} onChange={(event) => setLive(event.target.checked)} />}
          />
          <Button component={Link} to={to('/event-export')} variant="outlined">
            Export events
          </Button>
          <Button component={Link} to={to('/dry-run')} variant="outlined">
            Test payload
          </Button>
        </Box>
      }
      columns={EVENT_COLUMNS}
      filters={[...FILTERS, product]}
      search="Search events"
      time
      sort={{ field: 'receivedAt', order: 'DESC' }}
      to={({ id }) => {
        const next = new URLSearchParams(search);
        next.set('event', id);
        return to(`/events?${next.toString()}`);
      }}
      {...(live ? { refreshMs: POLL_MS } : {})}
      empty={{
        text: 'Every event that is sent appears here within seconds, refused ones too.',
        action: (
          <Button component={Link} to={to('/start')} variant="contained">
            Send the first event
          </Button>
        ),
      }}
    >
      <EventHistogram live={live} />
      <PageFacts />
      <EventPanel />
    </ListPage>
  );
}
