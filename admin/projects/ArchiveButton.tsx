import { useDai } from '../providers/data.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ProjectDecision } from './ProjectDecision.js';
import { publicAddressOf } from './project.fields.js';

/** Takes a project out of the public and out of work, for good. */
export function ArchiveButton({ project, onReload }: { project: OwnProject; onReload: () => void }) {
  const { id: projectId, revision, slug, published } = project;
  const dai = useDai();
  return (
    <ProjectDecision
      project={project}
      title="Archive"
      consequences={[
        published
          ? `Its public page is gone: ${publicAddressOf(slug)} answers “not found”.`
          : 'Nothing of it was public, and nothing will be.',
        'It can’t be edited, approved or published any more, and it can’t be brought back.',
        'You still find it here, in the state archived.',
      ]}
      actionLabel={`Archive revision ${revision}`}
      done="The project is archived."
      decide={() => dai.archiveProject({ projectId, revision })}
      onReload={onReload}
      grave
    />
  );
}
