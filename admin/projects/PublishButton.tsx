import { useDai } from '../providers/data.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ProjectDecision } from './ProjectDecision.js';
import { publicAddressOf } from './project.fields.js';
import { WhatBecomesPublic } from './WhatBecomesPublic.js';

/** Makes public what was approved. */
export function PublishButton({ project, onReload }: { project: OwnProject; onReload: () => void }) {
  const { id: draftId, contentHash, slug, published } = project;
  const dai = useDai();
  return (
    <ProjectDecision
      project={project}
      title="Publish"
      consequences={[
        `Anyone can read it at ${publicAddressOf(slug)} without signing in, and programs at /api/projects/${slug}.`,
        ...(published ? [`It takes the place of revision ${published.revision}.`] : []),
        'Archiving takes the page away later, but not the copies that others have made.',
      ]}
      actionLabel="Publish"
      done="It is public."
      decide={() => dai.publishProject({ draftId, contentHash })}
      onReload={onReload}
      primary
    >
      <WhatBecomesPublic project={project} />
    </ProjectDecision>
  );
}
