import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useHeadSlot } from './HeadTools.js';
import { useHeadingFocus } from './useHeadingFocus.js';

interface PageProps {
  readonly title: string;
  /** The second part of the document's title, after the page's own: usually the organization. */
  readonly where?: string;
  /** The way back to where the page hangs, above its heading. */
  readonly above?: ReactNode;
  readonly summary?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One page: its single h1, its document title, and the focus on its heading when a user came here by a link. */
export function Page({ title, where, above, summary, action, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, where, 'DAI'].filter(Boolean).join(' · ');
  }, [title, where]);
  useHeadingFocus(heading);
  const { slot, around } = useHeadSlot();
  return (
    <>
      <Box sx={{ mb: 6 }}>
        {above}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }}>
          <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {slot}
          {action}
        </Box>
        {summary && (
          <Typography component="div" color="textSecondary" sx={{ mt: 1, maxWidth: 720 }}>
            {summary}
          </Typography>
        )}
      </Box>
      {around(children)}
    </>
  );
}

/** A part of a page under its own heading. */
export function Section(props: {
  title: string;
  /** The name of the part in an address, so that a link can lead back to it. */
  part?: string;
  aside?: ReactNode;
  children: ReactNode;
  level?: 'h2' | 'h3';
}) {
  const { slot, around } = useHeadSlot();
  const place = props.part ? { id: props.part, tabIndex: -1 } : {};
  return (
    <Box component="section" aria-label={props.title} {...place} sx={{ mb: 8, scrollMarginTop: 64 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Typography variant={props.level ?? 'h2'} sx={{ flex: '1 1 auto' }}>
          {props.title}
        </Typography>
        {slot}
        {props.aside}
      </Box>
      {around(props.children)}
    </Box>
  );
}
