import type { TrackingBinding } from '../../platform/context.js';
import { uuidOf } from '../../platform/ids.js';
import type { AcceptedEvent } from '../catalog/index.js';
import { withoutProjectWarning } from '../check/index.js';
import type { TrackingContext } from '../tracking.open.js';

/**
 * The project that a sent `projectId` counts toward, as a bare UUID; null for any other, malformed ones among them, which are no reason
 * to ask. Nothing in the answer or the way to it tells a project that does not count from one that there is not (decisions §4).
 */
export async function linkedProjectOf(
  { parts }: TrackingContext,
  binding: TrackingBinding,
  projectId: string | null | undefined,
): Promise<string | null> {
  const uuid = projectId ? uuidOf('prj', projectId) : null;
  return uuid !== null && (await parts.linksProject(binding, uuid)) ? uuid : null;
}

/** An event with the project that it counts toward, if it names one; its payload and fingerprint stay as they are. */
export async function withLinkedProject(
  ctx: TrackingContext,
  binding: TrackingBinding,
  checked: AcceptedEvent,
): Promise<AcceptedEvent> {
  const linkedProject = await linkedProjectOf(ctx, binding, checked.event.projectId);
  if (linkedProject === null) return checked;
  const { event, warnings } = checked;
  return { ...checked, event: { ...event, linkedProject }, warnings: withoutProjectWarning(warnings) };
}
