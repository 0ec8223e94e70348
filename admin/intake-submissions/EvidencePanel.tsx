import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useKeys } from '../components/keys.js';
import { Notice } from '../components/Notice.js';
import { OutLink } from '../components/OutLink.js';
import { QueryState } from '../components/QueryState.js';
import { Spelled } from '../components/Spelled.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useDai } from '../providers/data.js';
import type { IntakeEvidencePage } from '../providers/generated/operations.js';

interface EvidenceProps {
  readonly id: string;
  /** The address in the submission whose page is read. */
  readonly pointer: string;
  readonly onClose: () => void;
}

/** The text of a page beside the submission that names it, read once when it is opened; closing it forgets the text. */
export function EvidencePanel({ id, pointer, onClose }: EvidenceProps) {
  const dai = useDai();
  const titleId = useId();
  const query = useQuery({
    queryKey: ['intake-evidence', id, pointer],
    queryFn: () => dai.openIntakeEvidence({ id, pointer }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    close.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  useKeys([{ key: 'Escape', label: 'Close the page', run: onClose }]);
  return (
    <Box component="section" aria-labelledby={titleId} sx={PANEL}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 4 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          Page as text
        </Typography>
        <IconButton size="small" aria-label="Close" ref={close} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <QueryState query={query} what="page" rows={12}>
        {(page) => <PageText page={page} />}
      </QueryState>
    </Box>
  );
}

function PageText({ page }: { page: IntakeEvidencePage }) {
  const moved = page.finalUrl !== null && page.finalUrl !== page.url;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontSize: '0.8125rem' }}>
        <OutLink to={page.url} nofollow>
          <Spelled text={page.url} />
        </OutLink>
        {moved && page.finalUrl && (
          <Box>
            answered by <Spelled text={page.finalUrl} />
          </Box>
        )}
        <Box sx={{ color: 'var(--muted)' }}>
          read <TimeAgo at={page.readAt} />
          {page.status !== null && ` · status ${page.status}`} · another party’s words, not stored
        </Box>
      </Box>
      {page.problem && <Notice tone="caution">{page.problem}</Notice>}
      {page.text === '' && <Box sx={{ color: 'var(--muted)' }}>The page has no text without its scripts.</Box>}
      {page.text && (
        <Box dir="auto" sx={{ p: 3, borderRadius: 1, bgcolor: 'var(--raised)', whiteSpace: 'pre-wrap' }}>
          {page.text}
        </Box>
      )}
      {page.isCut && <Box sx={{ color: 'var(--muted)' }}>The page goes on: open it to read the rest.</Box>}
    </Box>
  );
}

/** Beside the submission where there is room, so that both are read at once; over it on a phone. */
const PANEL = {
  position: 'fixed',
  top: 0,
  right: 0,
  bottom: 0,
  zIndex: 11,
  width: { xs: '100%', sm: 480 },
  p: { xs: 4, sm: 5 },
  pb: 24, // room for a notification
  overflowY: 'auto',
  borderLeft: '1px solid var(--border)',
  bgcolor: 'background.paper',
} as const;
