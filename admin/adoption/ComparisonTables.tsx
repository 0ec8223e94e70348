import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { type Column, Rows } from '../components/Rows.js';
import { DeveloperFigure } from '../providers/generated/operations.js';
import { type Behind, CountLink, FigurePeople, type ListOfFigure, useFigureScope } from './figure.people.js';
import type { AdoptionView } from './useAdoption.js';

/** One line of both windows: what it is, its two numbers, and the list that each leads to. */
interface Line {
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
  readonly isShare?: boolean;
  readonly of?: ListOfFigure;
  readonly behind?: Behind;
}

const PART = 'comparison';

/** Both windows side by side: figures, families and campaigns. */
export function ComparisonTables({ now, before }: { now: AdoptionView; before: AdoptionView }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
      <Table caption="Figures of both windows" head="Figure" lines={figuresOf(now, before)} before={before} />
      <Table
        caption="Developers by family, both windows"
        head="Family"
        lines={familiesOf(now, before)}
        before={before}
      />
      <Table
        caption="New developers by campaign, both windows"
        head="Campaign"
        lines={campaignsOf(now, before)}
        before={before}
      />
    </Box>
  );
}

interface TableProps {
  readonly caption: string;
  readonly head: string;
  readonly lines: readonly Line[];
  readonly before: AdoptionView;
}

function Table({ caption, head, lines, before }: TableProps) {
  const scope = useFigureScope();
  const inWindow = (shown: ReactNode): ReactNode =>
    scope ? <FigurePeople scope={{ ...scope, ...before.window, counted: before.label }}>{shown}</FigurePeople> : shown;
  const columns: Column<Line>[] = [
    { label: head, cell: ({ name }) => name },
    { label: 'This window', cell: (line) => <Value line={line} value={line.now} />, numeric: true },
    { label: 'Other window', cell: (line) => inWindow(<Value line={line} value={line.before} />), numeric: true },
    { label: 'Change', cell: (line) => <Change line={line} />, numeric: true },
  ];
  if (lines.length === 0) return null;
  return (
    <Box
      sx={(theme) => ({
        [theme.breakpoints.down('sm')]: {
          '& .MuiTableCell-root.MuiTableCell-root': {
            paddingLeft: '4px',
            paddingRight: '4px',
            overflowWrap: 'anywhere',
          },
        },
      })}
    >
      <Typography variant="h3" sx={{ mb: 2 }}>
        {caption}
      </Typography>
      <Rows caption={caption} rows={lines} keyOf={({ name }) => name} columns={columns} compact />
    </Box>
  );
}

const shareText = (value: number): string => `${(value * 100).toFixed(1)} %`;

function Value({ line: { isShare, of, behind }, value }: { line: Line; value: number | null }) {
  if (value === null) return 'unknown';
  const text = isShare ? shareText(value) : value.toLocaleString('en');
  return of ? (
    <CountLink of={of} part={PART} count={value} {...behind}>
      {text}
    </CountLink>
  ) : (
    text
  );
}

/** On a phone the part of the other window stands below the number. */
function Change({ line }: { line: Line }) {
  const [by = '', ...part] = changeOf(line).split(' ');
  return (
    <Box component="span" sx={{ whiteSpace: 'normal' }}>
      {by}{' '}
      <Box component="span" sx={{ whiteSpace: { xs: 'normal', sm: 'nowrap' } }}>
        {part.join(' ')}
      </Box>
    </Box>
  );
}

/** More or less, in numbers and as a part of the other window; of shares in points. */
function changeOf({ now, before, isShare }: Line): string {
  if (now === null || before === null) return 'unknown';
  const by = now - before;
  const sign = by > 0 ? '+' : '';
  if (isShare) return `${sign}${(by * 100).toFixed(1)} points`;
  const part = before === 0 ? '' : ` (${sign}${Math.round((by / before) * 100)} %)`;
  return `${sign}${by.toLocaleString('en')}${part}`;
}

const figuresOf = ({ totals: now }: AdoptionView, { totals: before }: AdoptionView): Line[] => {
  const count = (name: string, of: ListOfFigure, member: Count, figure?: DeveloperFigure): Line => ({
    name,
    now: now[member],
    before: before[member],
    of,
    ...(figure ? { behind: { figure } } : {}),
  });
  return [
    count('Active developers', 'developers', 'developers'),
    count('New developers', 'developers', 'newDevelopers', DeveloperFigure.newDevelopers),
    count('Activated', 'developers', 'activated', DeveloperFigure.activated),
    {
      name: 'Activation share',
      now: now.activationShare,
      before: before.activationShare,
      isShare: true,
      of: 'developers',
      behind: { figure: DeveloperFigure.newActivated },
    },
    {
      name: 'Came back',
      now: now.returnShare,
      before: before.returnShare,
      isShare: true,
      of: 'developers',
      behind: { figure: DeveloperFigure.returned },
    },
    count('Active accounts', 'accounts', 'accounts'),
    count('Events', 'events', 'events'),
  ];
};
type Count = 'developers' | 'newDevelopers' | 'activated' | 'accounts' | 'events';

const familiesOf = ({ funnel: now }: AdoptionView, { funnel: before }: AdoptionView): Line[] =>
  now.map(({ family, developers }) => ({
    name: family,
    now: developers,
    before: before.find((one) => one.family === family)?.developers ?? 0,
    of: 'developers',
    behind: { family },
  }));

/** Campaigns of either window; one that a window does not have brought no developer in it. */
function campaignsOf({ campaigns: now }: AdoptionView, { campaigns: before }: AdoptionView): Line[] {
  const keyOf = ({ campaignId, source }: (typeof now)[number]): string => JSON.stringify([campaignId, source]);
  const of = (campaigns: typeof now, key: string): number =>
    campaigns.find((one) => keyOf(one) === key)?.newDevelopers ?? 0;
  const all = new Map([...now, ...before].map((one) => [keyOf(one), one]));
  return [...all].map(([key, { campaignId, source }]) => ({
    name: source === null ? campaignId : `${campaignId} (${source})`,
    now: of(now, key),
    before: of(before, key),
    of: 'developers',
    behind: { figure: DeveloperFigure.newDevelopers, campaign: { campaignId, source } },
  }));
}
