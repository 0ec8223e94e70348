import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';

interface LearnMoreProps {
  readonly page: string;
  /** Text that takes more than a sentence. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** A sentence of policy: open at the first visit of a page, behind "Learn more" afterwards. */
export function LearnMore({ page, below, children }: LearnMoreProps) {
  const [seen, setSeen] = useStore(`${page}.learnMore`, false);
  const [open, setOpen] = useState(!seen);
  const translate = useTranslate();
  useEffect(() => setSeen(true), [setSeen]);
  return (
    <Box sx={{ mt: 0.5, maxWidth: 720 }}>
      {open && <span>{children} </span>}
      <Link
        component="button"
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{ font: 'inherit', fontSize: '0.8125rem', verticalAlign: 'baseline' }}
      >
        {translate(open ? 'page.less' : 'page.learnMore')}
      </Link>
      {open && below && <Box sx={{ mt: 3, color: 'text.primary' }}>{below}</Box>}
    </Box>
  );
}
