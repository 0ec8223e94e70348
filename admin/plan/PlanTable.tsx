import IncludedIcon from '@mui/icons-material/CheckOutlined';
import LackedIcon from '@mui/icons-material/RemoveOutlined';
import Box from '@mui/material/Box';
import { type Column, Rows } from '../components/Rows.js';
import { PLAN_TOOLS, type PlanTool } from './plan.tools.js';

const COLUMNS: Column<PlanTool>[] = [
  {
    label: 'What it opens',
    cell: ({ name, tool, gives }) => (
      <Box sx={{ py: 1.5 }}>
        {name} <code style={{ color: 'var(--muted)', overflowWrap: 'anywhere' }}>{tool}</code>
        <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', maxWidth: 640 }}>{gives}</Box>
      </Box>
    ),
  },
  { label: 'Free', cell: ({ isFree }) => <Included yes={isFree} /> },
  { label: 'Paid', cell: () => <Included yes /> },
];

const Included = ({ yes }: { yes: boolean }) =>
  yes ? (
    <IncludedIcon sx={{ fontSize: 18, color: 'var(--good)' }} titleAccess="included" />
  ) : (
    <LackedIcon sx={{ fontSize: 18, color: 'var(--muted)' }} titleAccess="not included" />
  );

/** The features of the two plans, side by side. */
export const PlanTable = () => (
  <Rows caption="What the plans open" rows={PLAN_TOOLS} keyOf={({ tool }) => tool} columns={COLUMNS} compact />
);
