import Typography from '@mui/material/Typography';

/** Says who can do what this person may not. */
export function AskAdmin({ what }: { what: string }) {
  return <Typography>Only an owner or admin can {what}. Ask one of them.</Typography>;
}
