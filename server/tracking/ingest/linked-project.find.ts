import type { TrackingBinding } from '../../platform/context.js';
import { readId } from '../../platform/ids.js';
import { withoutProjectWarning } from '../check/index.js';
import type { TrackingContext } from '../tracking.open.js';
import type { ReadyEvent } from './event.accept.js';

/**
 * Finds the project that a sent `projectId` counts toward, as a bare UUID; null for any other. A malformed id asks nothing. The answer is
 * the same for a project that does not count and for one that does not exist (decisions §4).
 */
export async function findLinkedProject(
  { parts }: TrackingContext,
  binding: TrackingBinding,
  projectId: string | null | undefined,
): Promise<string | null> {
  const uuid = projectId ? readId('prj', projectId) : null;
  return uuid !== null && (await parts.linksProject(binding, uuid)) ? uuid : null;
}

/** An event with the project that it counts toward; its payload and fingerprint stay as they are. */
export async function withLinkedProject(
  ctx: TrackingContext,
  binding: TrackingBinding,
  ready: ReadyEvent,
): Promise<ReadyEvent> {
  const linkedProject = await findLinkedProject(ctx, binding, ready.event.projectId);
  if (linkedProject === null) return ready;
  const { event, warnings } = ready;
  return { ...ready, event: { ...event, linkedProject }, warnings: withoutProjectWarning(warnings) };
}
