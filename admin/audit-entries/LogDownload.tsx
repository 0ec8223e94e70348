import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { downloadText } from '../components/download.js';
import { useDownload } from '../components/useDownload.js';
import { readAuditLog } from '../providers/audit-export.js';

/** Saves the whole log with its head as one file, for an auditor who has no access: `scripts/verify-audit.mjs` verifies it without a server. */
export function LogDownload({ organizationId }: { organizationId: string | undefined }) {
  const { read, run, cancel } = useDownload(async (onRead, signal) => {
    const text = await readAuditLog(organizationId, onRead, signal);
    downloadText(`audit-${organizationId ?? 'platform'}.ndjson`, 'application/x-ndjson;charset=utf-8', text);
  });
  if (read === null)
    return (
      <Button size="small" variant="outlined" startIcon={<ExportIcon fontSize="inherit" />} onClick={() => void run()}>
        Download for an auditor
      </Button>
    );
  return (
    <Button size="small" variant="outlined" onClick={cancel}>
      <span role="status">Cancel: {read.toLocaleString('en')} entries read</span>
    </Button>
  );
}
