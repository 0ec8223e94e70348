import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useState } from 'react';
import { CopyButton } from '../pieces/CopyButton.js';
import type { SavePlanInput } from '../providers/schema.js';
import { markdownOf } from './brief.markdown.js';
import { SaveDialog } from './SaveDialog.js';
import type { PlanContent } from './useBrief.js';

/** What has the focus must not end up under the bar. */
const CLEARANCE = { html: { scrollPaddingBottom: 128 } };

/** Stays in sight under a plan that is not saved: says so, and holds the two things that can be done with it. */
export function UnsavedBar({ content, input }: { content: PlanContent; input: SavePlanInput }) {
  const [saving, setSaving] = useState(false);
  return (
    <Box
      component="section"
      aria-label="This plan is not saved"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: 1.5, sm: 2 },
        p: { xs: 2, sm: 3 },
        border: '1px solid var(--border)',
        borderLeft: '3px solid var(--info)',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <GlobalStyles styles={CLEARANCE} />
      <Box sx={{ flex: '1 1 220px' }}>
        <strong>This plan is not saved.</strong> Reading it stored nothing.
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <CopyButton text={markdownOf(content)} what="plan as Markdown" word="Copy Markdown" />
        <Button variant="contained" size="small" onClick={() => setSaving(true)}>
          Save this plan
        </Button>
      </Box>
      {saving && <SaveDialog content={content} input={input} onClose={() => setSaving(false)} />}
    </Box>
  );
}
