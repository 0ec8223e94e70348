import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Identified } from '../providers/records.js';
import { useKeys } from './keys.js';
import { RecordSteps } from './RecordSteps.js';

interface DetailPanelProps {
  readonly title: ReactNode;
  /** The list's address, where the panel leads when it is closed. */
  readonly close: string;
  readonly children: ReactNode;
}

/**
 * A record beside its list, with the previous and the next one of that list. Escape closes it, and so does the focus when
 * it goes on to what lies behind: what has it is in sight.
 */
export function DetailPanel({ title, close, children }: DetailPanelProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const translate = useTranslate();
  const titleId = useId();
  const record = useRecordContext<Identified>();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  const id = record?.id;
  useEffect(() => {
    if (id) heading.current?.focus({ preventScroll: true });
  }, [id]);
  const uncover = () => navigate({ pathname: close, search });
  const leave = () => {
    uncover();
    if (id) focusRow(id);
  };
  useKeys([{ key: 'Escape', label: translate('act.close'), run: leave }]);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Element && panel.current && isBehind(panel.current, target)) uncover();
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    leave();
  };
  return (
    <Box component="section" ref={panel} aria-labelledby={titleId} onKeyDown={onKeyDown} sx={PANEL}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 4 }}>
        <Typography
          id={titleId}
          variant="h2"
          ref={heading}
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', '&:focus': { outline: 'none' } }}
        >
          {title}
        </Typography>
        <RecordSteps />
        <IconButton size="small" aria-label={translate('act.close')} onClick={leave}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {children}
    </Box>
  );
}

/** Whether the page has an element behind the panel, which is as high as the window. */
function isBehind(panel: Element, element: Element): boolean {
  if (panel.contains(element) || !element.closest('main, header, #skip')) return false;
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2 > panel.getBoundingClientRect().left;
}

/** Back on the row from which the panel was opened, once the list stands alone again. */
function focusRow(id: string): void {
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"] a`);
    link?.focus();
  });
}

const PANEL = {
  position: 'fixed',
  top: 0,
  right: 0,
  bottom: 0,
  zIndex: 11,
  width: { xs: '100%', sm: 480 },
  px: { xs: 4, sm: 5 },
  pt: { xs: 4, sm: 5 },
  pb: 24, // room for a notification
  overflowY: 'auto',
  borderLeft: '1px solid var(--border)',
  bgcolor: 'background.paper',
};
