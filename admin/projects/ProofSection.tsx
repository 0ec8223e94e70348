import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'react-admin';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useDai } from '../providers/data.js';
import type { OwnProject, ToolProof } from '../providers/generated/operations.js';
import { ProjectDecision } from './ProjectDecision.js';
import { SelectionList } from './SelectionList.js';

interface ProofSectionProps {
  readonly project: OwnProject;
  /** True where nothing else waits for a decision. */
  readonly primary: boolean;
  readonly onReload: () => void;
}

/** The proof that is public now, and the way to the next one; only what is published has any. */
export function ProofSection({ project, primary, onReload }: ProofSectionProps) {
  const { published, proof } = project;
  if (!published || published.tools.length === 0) return null;
  return (
    <Section
      title="Public proof"
      aside={<PublishProofButton project={project} primary={primary && !proof} onReload={onReload} />}
    >
      {proof ? (
        <>
          <Typography color="textSecondary" sx={{ mb: 3, maxWidth: 720 }}>
            Made <TimeAgo at={proof.madeAt} /> about revision {proof.revision}. What was proven since shows when you
            make the next one.
          </Typography>
          <SelectionList label="Public proof" tools={proof.tools} />
        </>
      ) : (
        <Typography color="textSecondary" sx={{ maxWidth: 720 }}>
          None is made yet: the public page says of every tool that its use is self-reported.
        </Typography>
      )}
    </Section>
  );
}

type Preview = { readonly id: string; readonly tools: readonly ToolProof[] };

/** A preview of the proof that would be made now. */
const usePreview = (projectId: string) => useGetOne<Preview>('project-proofs', { id: projectId });

function PublishProofButton({ project, primary, onReload }: ProofSectionProps) {
  const dai = useDai();
  const preview = usePreview(project.id);
  return (
    <ProjectDecision
      project={project}
      title="Publish proof"
      consequences={[
        'The states below, with their days, stand on the public page.',
        'Events, ids and people are never a part of it.',
        project.proof
          ? 'It takes the place of the proof that is public now.'
          : 'A proof can be replaced by a newer one.',
      ]}
      actionLabel="Publish proof"
      done="The proof is public."
      decide={() => dai.createPublicProof({ projectId: project.id })}
      onReload={onReload}
      primary={primary}
      lacks={preview.data ? null : 'The states are not read yet.'}
    >
      <ProofPreview projectId={project.id} />
    </ProjectDecision>
  );
}

function ProofPreview({ projectId }: { projectId: string }) {
  const preview = usePreview(projectId);
  return (
    <Box sx={{ mt: 3, mb: 2 }}>
      <QueryState query={preview} what="states of the tools" rows={3}>
        {({ tools }) => <SelectionList label="What the proof shows" tools={tools} />}
      </QueryState>
    </Box>
  );
}
