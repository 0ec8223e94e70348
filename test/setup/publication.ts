import { randomBytes } from 'node:crypto';
import type { EvidenceFigures, ToolTruth, WindowFigures } from '../../server/adoption/evidence/index.js';
import {
  ALL_RULES,
  drawBy,
  type PublicationRules,
  type Withheld,
  withheldOf,
} from '../../server/adoption/publishing/publication.rules.js';
import {
  type ComposedSnapshot,
  composeSnapshot,
  type SnapshotSources,
  type SnapshotTool,
} from '../../server/adoption/publishing/snapshot.rules.js';
import type { PeriodId } from '../../server/adoption/publishing/snapshot.types.js';

import { query } from './database.js';

export const TOOL = 'a-tool';
export const DAY = '2026-11-20';
export const SECRET = Buffer.alloc(32, 'a publication secret');
/** Nothing is withheld, so that a test names what is left. */
export const NOTHING_WITHHELD: PublicationRules = { ...ALL_RULES, withheld: false };

const NO_ONE = { top1: 0, top2: 0 };

/** A window with many small contributors. */
export const windowOf = (given: Partial<WindowFigures> = {}): WindowFigures => ({
  label: 'first-party',
  developers: 40,
  accounts: 20,
  events: 400,
  ...given,
  top: { developersByEvents: NO_ONE, accountsByEvents: NO_ONE, accountsByDevelopers: NO_ONE, ...given.top },
});

/** Evidence that is enough for every share. */
export const evidenceOf = (given: Partial<EvidenceFigures> = {}): EvidenceFigures => ({
  activated: 30,
  retained: 20,
  newDevelopers: 40,
  newActivated: 26,
  matured: 30,
  returned: 15,
  steadyOf: 40,
  steady: 28,
  calls: 200,
  succeeded: 190,
  callers: 20,
  callerAccounts: 8,
  ...given,
  top: { developersByCalls: NO_ONE, accountsByCalls: NO_ONE, ...given.top },
});

interface GivenTruth {
  readonly windows?: Partial<Record<PeriodId, Partial<WindowFigures>>>;
  /** The same in every window. */
  readonly window?: Partial<WindowFigures>;
  readonly evidence?: Partial<EvidenceFigures>;
}

export const truthOf = ({ windows = {}, window = {}, evidence = {} }: GivenTruth = {}, toolId = TOOL): ToolTruth => ({
  toolId,
  windows: {
    '7d': windowOf({ ...window, ...windows['7d'] }),
    '30d': windowOf({ ...window, ...windows['30d'] }),
    '90d': windowOf({ ...window, ...windows['90d'] }),
  },
  evidence: { '90d': evidenceOf(evidence) },
  movements: new Map(),
});

export const toolOf = (id = TOOL, given: Partial<SnapshotTool> = {}): SnapshotTool => ({
  id,
  slug: id,
  name: id,
  categories: ['payments'],
  docs: { url: 'https://docs.example', llmsTxt: null, openapi: null },
  ...given,
});

/** Composes a day of these tools; nothing was published before unless it is given. */
export function compose(
  truths: readonly ToolTruth[],
  given: Partial<SnapshotSources> = {},
  rules: PublicationRules = NOTHING_WITHHELD,
): ComposedSnapshot {
  return composeSnapshot(
    {
      day: DAY,
      secret: SECRET,
      tools: truths.map(({ toolId }) => toolOf(toolId)),
      truths: new Map(truths.map((truth) => [truth.toolId, truth])),
      basis: new Map(),
      movements: () => 0,
      publishedFrom: null,
      windowFrom: { '7d': '2026-11-14', '30d': '2026-10-22', '90d': '2026-08-23' },
      publishedBefore: () => null,
      ...given,
    },
    rules,
  );
}

/** The one row of a composed period. */
export function rowIn(composed: ComposedSnapshot, period: PeriodId, toolId = TOOL) {
  const row = composed.periods[period].rows.find(({ tool }) => tool.id === toolId);
  if (!row) throw new Error(`there is no row of ${toolId}`);
  return row;
}

/**
 * Gives a database a publication secret by which exactly this is withheld of a tool, so that a test names the numbers that are published; `besides` is asked
 * for the cohorts of other tools, which a secret by chance would move.
 */
export async function withholdOf(
  databaseUrl: string,
  toolUuid: string,
  wanted: Withheld,
  besides: (withheldOfTool: (toolUuid: string) => Withheld) => boolean = () => true,
): Promise<void> {
  for (;;) {
    const secret = randomBytes(32);
    const of = (uuid: string) => withheldOf(drawBy(secret), uuid, ALL_RULES, []);
    const { accounts, developers, events } = of(toolUuid);
    if (accounts !== wanted.accounts || developers !== wanted.developers || events !== wanted.events) continue;
    if (!besides(of)) continue;
    await query(databaseUrl, 'update publication_secret set secret = $1', [secret]);
    return;
  }
}

export const withholdNothingOf = (databaseUrl: string, toolUuid: string): Promise<void> =>
  withholdOf(databaseUrl, toolUuid, { accounts: 0, developers: 0, events: 0 });
