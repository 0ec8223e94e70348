import type { ListedTool } from './content.rules.js';
import type { CitedSelection, ProjectTool, SelectionProof } from './project.types.js';
import type { ToolEvidence } from './projects.open.js';

/** A tool's proof as it is stored: times are ISO 8601. */
export interface StoredSelection {
  readonly slug: string;
  readonly name: string;
  readonly state: string;
  readonly selectedAt: string;
  readonly activatedAt: string | null;
  readonly retainedAt: string | null;
  readonly label: string | null;
  /** Whole days between activation and return; never public. */
  readonly gapDays: number | null;
  /** What proves it (`evt_…`); never public. */
  readonly eventIds: readonly string[];
}

/** How far the use of a tool is proven. */
export const selectionStates = ['self-reported', 'activated', 'retained'] as const;

/** A selection with what speaks for it; without any evidence it is what its owner says, and nothing more. */
export function proofOf(
  { toolId, slug, name, selectedAt }: ListedTool,
  evidence: readonly ToolEvidence[],
): StoredSelection {
  const found = evidence.find((one) => one.toolId === toolId);
  const activatedAt = found?.activatedAt?.toISOString() ?? null;
  const retainedAt = found?.retainedAt?.toISOString() ?? null;
  const state = activatedAt === null ? 'self-reported' : retainedAt === null ? 'activated' : 'retained';
  return {
    slug,
    name,
    state,
    selectedAt,
    activatedAt,
    retainedAt,
    label: activatedAt === null ? null : (found?.label ?? null),
    gapDays: found?.gapDays ?? null,
    eventIds: found?.eventIds ?? [],
  };
}

/** A tool of a stored content as an answer shows it. */
export const toolOf = ({ selectedAt, ...tool }: ListedTool): ProjectTool => ({
  ...tool,
  selectedAt: new Date(selectedAt),
});

/** A stored proof as everyone may read it. */
export const selectionOf = (stored: StoredSelection): SelectionProof => ({
  slug: stored.slug,
  name: stored.name,
  state: stored.state,
  selectedAt: new Date(stored.selectedAt),
  activatedAt: stored.activatedAt === null ? null : new Date(stored.activatedAt),
  retainedAt: stored.retainedAt === null ? null : new Date(stored.retainedAt),
  label: stored.label,
});

/** The same for the project's owner, with what proves it. */
export const citedSelectionOf = (stored: StoredSelection): CitedSelection => ({
  ...selectionOf(stored),
  gapDays: stored.gapDays,
  eventIds: [...stored.eventIds],
});
