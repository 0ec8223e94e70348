import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Diff } from '../components/Diff.js';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ArchiveButton } from './ArchiveButton.js';
import { DecisionBar } from './DecisionBar.js';
import { HackathonSection } from './HackathonSection.js';
import { ListingSection } from './ListingSection.js';
import { PrivateSide } from './PrivateSide.js';
import { ProofSection } from './ProofSection.js';
import { PublicSide } from './PublicSide.js';
import { compareContent, nameAuthor, nameChanges } from './project.fields.js';
import type { HeldProject } from './useHeldProject.js';

interface ReviewProps extends HeldProject {
  readonly project: OwnProject;
}

/** The public side beside the private one, and the decisions; a newer revision is announced before any of them. */
export function Review({ project, newer, before, reload }: ReviewProps) {
  return (
    <>
      {newer && <Newer seen={project} newest={newer} onReload={reload} />}
      {!newer && before && !project.approval && <Since before={before} project={project} />}
      {project.status === 'ARCHIVED' && (
        <Box sx={{ mb: 5 }}>
          <Notice tone="info">
            This project is archived: nothing of it is public, and nothing of it can be decided.
          </Notice>
        </Box>
      )}
      <Box sx={SIDE_BY_SIDE}>
        <Box sx={{ minWidth: 0 }}>
          <PublicSide project={project} />
          {project.published && <HackathonSection project={project} />}
          {project.published && !newer && <ListingSection project={project} onReload={reload} />}
          <ProofSection project={project} primary={!project.hasUnpublishedChanges && !newer} onReload={reload} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <PrivateSide project={project} />
          {project.status !== 'ARCHIVED' && !newer && (
            <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
              <ArchiveButton project={project} onReload={reload} />
            </Box>
          )}
        </Box>
      </Box>
      {!newer && <DecisionBar project={project} onReload={reload} />}
    </>
  );
}

/** Says who wrote a newer revision meanwhile and what it changes, before a decision about the old one. */
function Newer({ seen, newest, onReload }: { seen: OwnProject; newest: OwnProject; onReload: () => void }) {
  return (
    <Box sx={{ mb: 5 }}>
      <Notice
        tone="caution"
        urgent
        action={
          <Button size="small" variant="contained" onClick={onReload}>
            Show revision {newest.revision}
          </Button>
        }
      >
        <strong>This has changed while you looked at it.</strong> Revision {newest.revision} was prepared by{' '}
        {nameAuthor(newest)}; it changes {nameChanges(seen, newest) ?? 'nothing that is public'}. Below stands revision{' '}
        {seen.revision}.
      </Notice>
    </Box>
  );
}

/** After a reload: what is new since the revision that the person had looked at. */
function Since({ before, project }: { before: OwnProject; project: OwnProject }) {
  const nothingPublic = nameChanges(before, project) === null;
  return (
    <Section title={`New since revision ${before.revision}`}>
      <Box sx={{ color: 'var(--muted)', mb: 3 }}>
        Revision {project.revision} was prepared by {nameAuthor(project)} while you looked at revision {before.revision}
        .{nothingPublic && ' It changes nothing that is public.'}
      </Box>
      {!nothingPublic && (
        <Diff
          caption={`Changes since revision ${before.revision}`}
          absent="none"
          fields={compareContent(before, project)}
        />
      )}
    </Section>
  );
}

const SIDE_BY_SIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
  columnGap: 8,
  alignItems: 'start',
};
