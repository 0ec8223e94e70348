import Typography from '@mui/material/Typography';
import { type Column, Rows } from '../components/Rows.js';
import { SCOPES, type Scope } from './scopes.js';

/** The rights of each scope, on the whole account and on one project, and the acts that no scope allows. */
export function ScopeTable() {
  return (
    <>
      <Rows caption="What each scope allows" rows={SCOPES} keyOf={({ scope }) => scope} columns={COLUMNS} />
      <Typography color="textSecondary" sx={{ mt: 3, maxWidth: 720 }}>
        No token approves a project, verifies or publishes a skill, claims an offer or creates another token: that takes
        you, signed in here.
      </Typography>
    </>
  );
}

const COLUMNS: Column<Scope>[] = [
  {
    label: 'Scope',
    cell: ({ scope, short }) => (
      <>
        {short}
        <br />
        <code style={{ whiteSpace: 'nowrap', color: 'var(--muted)' }}>{scope}</code>
      </>
    ),
  },
  { label: 'Whole account', cell: ({ allows }) => allows },
  { label: 'Bound to a project', cell: ({ bound }) => bound },
];
