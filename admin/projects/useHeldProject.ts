import { useState } from 'react';
import { useNow } from '../components/useNow.js';
import type { OwnProject } from '../providers/generated/operations.js';

/** A project as a person reads it, and what happened to it meanwhile. */
export interface HeldProject {
  /** The project on the page; undefined until it has come. */
  readonly project: OwnProject | undefined;
  /** A revision that a user wrote while the person looked. */
  readonly newer: OwnProject | null;
  /** The project that the person had read before they asked for the newer revision. */
  readonly before: OwnProject | null;
  readonly reload: () => void;
}

/** Holds still the revision that a user reads and decides about; a newer one is shown when they ask for it. */
export function useHeldProject(
  newest: OwnProject | undefined,
  readAgain: () => Promise<{ data?: OwnProject | undefined }>,
): HeldProject {
  const [seen, hold] = useState(newest);
  const [before, setBefore] = useState<OwnProject | null>(null);
  const now = useNow();
  // A change without a new revision, such as an approval, is shown as it comes.
  if (newest && newest !== seen && (!seen || newest.revision === seen.revision)) hold(newest);
  const reload = async () => {
    const { data } = await readAgain();
    if (!data || !seen) return;
    if (data.revision > seen.revision) setBefore(seen);
    hold(data);
  };
  return {
    project: seen && asOf(seen, now),
    newer: seen && newest && newest.revision > seen.revision ? newest : null,
    before,
    reload: () => void reload(),
  };
}

/** The project at a time: an ended approval does not count. */
function asOf(project: OwnProject, now: number): OwnProject {
  const { approval, status } = project;
  if (!approval || new Date(approval.expiresAt).getTime() > now) return project;
  return { ...project, approval: null, status: status === 'APPROVED' ? 'DRAFT' : status };
}
