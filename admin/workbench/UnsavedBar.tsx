import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { BottomBar } from '../components/BottomBar.js';
import { CopyButton } from '../components/CopyButton.js';
import type { SavePlanInput } from '../providers/generated/operations.js';
import { markdownOf } from './brief.markdown.js';
import { SaveDialog } from './SaveDialog.js';
import type { PlanContent } from './useBrief.js';

/** Stays in sight under a plan that is not saved: says so, and holds the two things that can be done with it. */
export function UnsavedBar({ content, input }: { content: PlanContent; input: SavePlanInput }) {
  const [saving, setSaving] = useState(false);
  return (
    <BottomBar label="This plan is not saved" tone="info">
      <Box sx={{ flex: '1 1 220px' }}>
        <strong>This plan is not saved.</strong> Reading it stored nothing.
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5, ml: 'auto' }}>
        <CopyButton text={markdownOf(content)} what="plan as Markdown" label="Copy Markdown" />
        <Button variant="contained" size="small" onClick={() => setSaving(true)}>
          Save plan
        </Button>
      </Box>
      {saving && <SaveDialog content={content} input={input} onClose={() => setSaving(false)} />}
    </BottomBar>
  );
}
