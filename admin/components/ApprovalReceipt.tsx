import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CopyButton } from './CopyButton.js';
import { downloadText } from './download.js';

/** The signed receipt of an approval, to hand to anyone who wants to verify it without asking us. */
export function ApprovalReceipt({ receipt, of, revision }: { receipt: string; of: string; revision: number }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <Box>The approval of revision {revision} is signed: its content hash, revision and day, and no person.</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <CopyButton text={receipt} what="signed receipt" label="Copy receipt" />
        <Button
          size="small"
          variant="outlined"
          startIcon={<DownloadIcon fontSize="inherit" />}
          onClick={() => downloadText(`approval-${of}-${revision}.jws`, 'application/jose', `${receipt}\n`)}
        >
          Download receipt
        </Button>
      </Box>
      <Box sx={{ color: 'var(--muted)' }}>
        Anyone verifies it without a server, with <code>verify-approval.mjs</code> and{' '}
        <a href="/.well-known/approval-keys.json">the public keys</a>.
      </Box>
    </Box>
  );
}
