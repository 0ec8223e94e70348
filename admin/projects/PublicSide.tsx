import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Diff } from '../components/Diff.js';
import { Section } from '../components/Page.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ProjectFace } from './ProjectFace.js';
import { compareContent, publicAddressOf } from './project.fields.js';
import { type Selection, SelectionList } from './SelectionList.js';

/** The public view of a project; where something is public already, the changes to it. */
export function PublicSide({ project }: { project: OwnProject }) {
  const { published, hasUnpublishedChanges, status } = project;
  if (published && hasUnpublishedChanges)
    return (
      <Section title="What changes for the public">
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          Revision {published.revision} is public; beside it stands revision {project.revision}.
        </Typography>
        <Diff caption="What changes for the public" absent="none" fields={compareContent(published, project)} />
      </Section>
    );
  const title = published ? 'What is public' : status === 'ARCHIVED' ? 'What it said' : 'What becomes public';
  return (
    <Section title={title}>
      <Box
        sx={{
          border: '1px solid var(--border)',
          borderRadius: 1,
          bgcolor: 'background.paper',
          p: { xs: 4, sm: 6 },
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 4,
        }}
      >
        <div>
          <Typography variant="h3" sx={{ fontSize: '1.25rem', overflowWrap: 'anywhere' }}>
            {project.title}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1, maxWidth: 720, overflowWrap: 'anywhere' }}>
            {project.summary}
          </Typography>
        </div>
        <ProjectFace {...project} />
        {project.tools.length > 0 && (
          <SelectionList label="Tools" tools={project.tools.map((tool) => selectionOf(tool, project.proof))} />
        )}
        <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          {publicAddressOf(project.slug)}
        </Box>
      </Box>
    </Section>
  );
}

/** A tool with what the public proof says of it; one that was taken out and put in again is a new selection, of which it says nothing. */
function selectionOf(tool: OwnProject['tools'][number], proof: OwnProject['proof']): Selection {
  const proven = proof?.tools.find(({ slug, selectedAt }) => slug === tool.slug && selectedAt === tool.selectedAt);
  return {
    ...tool,
    state: proven?.state ?? 'self-reported',
    activatedAt: proven?.activatedAt ?? null,
    retainedAt: proven?.retainedAt ?? null,
    label: proven?.label ?? null,
  };
}
