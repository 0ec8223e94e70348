import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { Code } from '../components/Code.js';
import { useSession } from '../workspace/useSession.js';

/** No receipt yet, and how an agent reports one. */
export function NoReceipts() {
  const session = useSession();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, justifyItems: 'start' }}>
      <span>
        Receipts will be listed here, each with what became of it, once an agent reports one. It needs a token of your
        whole account with the scope <code>project:publish</code>.
      </span>
      <Button component={Link} to="/me/tokens" variant="contained">
        Create token
      </Button>
      {session && (
        <Box sx={{ width: '100%' }}>
          <Typography component="div" sx={{ mb: 1.5 }}>
            What an agent sends after a use: put in the tool’s slug from the <Link to="/directory">directory</Link> and
            a key of that very call, the same for every retry. What it doesn’t know, it leaves out.
          </Typography>
          <Code text={reportCommand(session.apiUrl)} what="command that reports a use" wrap />
        </Box>
      )}
    </Box>
  );
}

/** The command has no real tool and no real key in it, so that run as it stands it stores and shares nothing. */
const reportCommand = (apiUrl: string): string => `curl -sS ${apiUrl}/api/me/usage \\
  -H "Authorization: Bearer $DAI_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"toolSlug": "TOOL_SLUG", "receiptType": "api_call", "idempotencyKey": "KEY_OF_THE_CALL", "success": true, "durationMs": 840, "spendCents": 0.25}'`;
