import OutIcon from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import type { Tool } from '../providers/generated/operations.js';
import { linkOf } from './tool.facts.js';

/** The ways on from a tool; a tracked link counts one anonymous open and leads to the vendor's own address. */
export function ToolActions({ tool }: { tool: Tool }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <OutButton to={linkOf(tool, 'docs')} label="Documentation" />
      <OutButton to={linkOf(tool, 'website')} label="Website" />
      <Button component={Link} to={`/workbench?prefer=${tool.slug}`} variant="contained">
        Plan with it
      </Button>
    </Box>
  );
}

function OutButton({ to, label }: { to: string | null; label: string }) {
  if (to === null) return null;
  return (
    <Button
      component="a"
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      variant="outlined"
      endIcon={<OutIcon sx={{ fontSize: '15px !important' }} aria-hidden />}
    >
      {label}
      <VisuallyHidden> (opens a new tab)</VisuallyHidden>
    </Button>
  );
}
