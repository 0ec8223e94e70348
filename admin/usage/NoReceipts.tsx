import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { Code } from '../components/Code.js';
import { Empty } from '../components/Empty.js';
import { useSession } from '../shell/useSession.js';

/** No receipt yet, or none in the state that was asked for; the former says how an agent reports one. */
export function NoReceipts({ state }: { state: string | undefined }) {
  const session = useSession();
  if (state)
    return (
      <Empty
        action={
          <Button component={Link} to="/me/usage" variant="outlined">
            Show every state
          </Button>
        }
      >
        No receipt of yours is in the state “{state}”.
      </Empty>
    );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Empty
        action={
          <Button component={Link} to="/me/tokens" variant="contained">
            Create token
          </Button>
        }
      >
        Receipts will be listed here, each with what became of it, once an agent reports one. It needs a token of your
        whole account with the scope <code>project:publish</code>.
      </Empty>
      {session && (
        <div>
          <Typography sx={{ mb: 1.5 }}>
            What an agent sends after a use: put in the tool’s slug from the <Link to="/directory">directory</Link> and
            a key of that very call, the same for every retry. What it doesn’t know, it leaves out.
          </Typography>
          <Code text={reportCommand(session.apiUrl)} what="command that reports a use" wrap />
        </div>
      )}
    </Box>
  );
}

/** The command has no real tool and no real key in it, so that run as it stands it stores and shares nothing. */
const reportCommand = (apiUrl: string): string => `curl -sS ${apiUrl}/api/me/usage \\
  -H "Authorization: Bearer $DAI_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"toolSlug": "TOOL_SLUG", "receiptType": "api_call", "idempotencyKey": "KEY_OF_THE_CALL", "success": true, "durationMs": 840, "spendCents": 0.25}'`;
