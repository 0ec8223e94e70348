import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useCopy } from './useCopy.js';
import { VisuallyHidden } from './VisuallyHidden.js';

interface CopyProps {
  readonly text: string;
  readonly what: string;
  readonly small?: boolean;
  /** The label where "Copy" alone would not be understood. */
  readonly label?: string;
}

/** Copies `text`; `what` names it for those who can't see what stands beside the button. */
export function CopyButton({ text, what, small = false, label }: CopyProps) {
  const { copied, copy } = useCopy();
  const icon = copied ? <CheckIcon fontSize="inherit" /> : <CopyIcon fontSize="inherit" />;
  const status = <VisuallyHidden role="status">{copied ? `${what} copied` : ''}</VisuallyHidden>;
  if (small) {
    return (
      <Tooltip title={copied ? 'Copied' : `Copy ${what}`}>
        <IconButton size="small" sx={{ fontSize: 15 }} aria-label={`Copy ${what}`} onClick={() => copy(text)}>
          {icon}
          {status}
        </IconButton>
      </Tooltip>
    );
  }
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={icon}
      onClick={() => copy(text)}
      aria-label={label ? undefined : `Copy ${what}`}
    >
      {copied ? 'Copied' : (label ?? 'Copy')}
      {status}
    </Button>
  );
}
