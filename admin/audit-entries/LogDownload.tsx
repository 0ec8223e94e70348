import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { downloadText } from '../components/download.js';
import { readAuditLog } from '../providers/audit-export.js';
import { problemOf } from '../providers/problem.js';

/** Saves the whole log with its head as one file, for an auditor who has no access: `scripts/verify-audit.mjs` verifies it without a server. */
export function LogDownload({ organizationId }: { organizationId: string | undefined }) {
  const [read, setRead] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  const notify = useNotify();
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRead(0);
    try {
      const text = await readAuditLog(organizationId, setRead, controller.signal);
      downloadText(`audit-${organizationId ?? 'platform'}.ndjson`, 'application/x-ndjson;charset=utf-8', text);
    } catch (error) {
      if (!controller.signal.aborted) notify(problemOf(error).detail, { type: 'error' });
    } finally {
      if (!controller.signal.aborted) setRead(null);
    }
  };
  if (read === null)
    return (
      <Button size="small" variant="outlined" startIcon={<ExportIcon fontSize="inherit" />} onClick={() => void run()}>
        Download for an auditor
      </Button>
    );
  return (
    <Button
      size="small"
      variant="outlined"
      onClick={() => {
        running.current?.abort();
        setRead(null);
      }}
    >
      <span role="status">Cancel: {read.toLocaleString('en')} entries read</span>
    </Button>
  );
}
