import Box from '@mui/material/Box';
import { Diff } from '../components/Diff.js';
import { Fact, Facts } from '../components/Facts.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ContentHash } from './ContentHash.js';
import { compareContent, describeContent, publicAddressOf } from './project.fields.js';

/** Exactly what a decision makes public: every field of a first publication, the changed ones of a later one. */
export function WhatBecomesPublic({ project }: { project: OwnProject }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mt: 3, mb: 2 }}>
      {project.published ? (
        <Diff caption="What changes for the public" absent="none" fields={compareContent(project.published, project)} />
      ) : (
        <Box
          role="group"
          aria-label="What becomes public"
          sx={{ border: '1px solid var(--border)', borderRadius: 1, p: 3 }}
        >
          <Facts>
            {describeContent(project).map(({ label, text }) => (
              <Fact key={label} label={label}>
                <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', color: text ? null : 'var(--muted)' }}>
                  {text ?? 'none'}
                </Box>
              </Fact>
            ))}
            <Fact label="Address">
              <Box sx={{ overflowWrap: 'anywhere' }}>{publicAddressOf(project.slug)}</Box>
            </Fact>
          </Facts>
        </Box>
      )}
      <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
        With it go the day of the publication, and with each tool the day on which it was selected.
      </Box>
      <Facts>
        <Fact label="Content hash">
          <ContentHash hash={project.contentHash} />
        </Fact>
      </Facts>
    </Box>
  );
}
