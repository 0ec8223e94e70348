import type { GradedTotals } from './grade.rules.js';

/** The days that a number is about; without a beginning it is about all events so far. */
export interface FactWindow {
  readonly from: string | null;
  readonly to: string;
  readonly days: number | null;
}

/** The numbers of a window that rules compare. */
export interface RuleTotals extends GradedTotals {
  readonly developers: number;
  readonly eventsOfUse: number;
  readonly eventsOfUseWithoutTime: number;
}

export interface ToolFact {
  readonly mcpServer: string | null;
  readonly mcpTool: string | null;
  readonly calls: number;
  readonly failed: number;
}

export interface CampaignFact {
  readonly campaignId: string;
  readonly source: string | null;
  readonly newDevelopers: number;
  readonly newActivated: number;
}

/** An account that activated and has been silent since; the event is its first activation. */
export interface SilentAccount {
  readonly accountDomain: string;
  /** The day of its last event, null where that lies further back than is looked for. */
  readonly lastDay: string | null;
  readonly eventId: string;
}

export interface AccountFacts {
  /** How many accounts ever activated. */
  readonly activated: number;
  readonly silent: number;
  /** How many of them had been silent by the beginning of the window. */
  readonly silentBefore: number;
  /** The last to fall silent first. */
  readonly named: readonly SilentAccount[];
}

export interface AgentKeyFact {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: Date;
}

export interface TrackingKeyFact {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A tool of the directory that the product is linked to, and what its entry lacks. */
export interface LinkedToolFact {
  readonly slug: string;
  readonly name: string;
  readonly lacks: readonly ('docs' | 'llms.txt' | 'an MCP line')[];
}

/** Facts that the rules decide by. They are read once, so that the same facts give the same actions byte for byte. */
export interface ActionFacts {
  readonly organizationId: string;
  readonly productId: string;
  readonly now: Date;
  /** Events recorded by then are counted. */
  readonly asOf: Date;
  /** `first-party`, `sample`, or `missing` where no event of the window counts. */
  readonly label: string;
  readonly window: FactWindow;
  readonly totals: RuleTotals;
  readonly previous: RuleTotals;
  readonly toolCalls: readonly ToolFact[];
  readonly previousToolCalls: readonly ToolFact[];
  readonly campaigns: readonly CampaignFact[];
  /** Refusals by code, the most frequent first. */
  readonly refusedByCode: readonly { readonly code: string; readonly refused: number }[];
  readonly accounts: AccountFacts;
  /** How many events of each family ever counted. */
  readonly familiesEver: readonly { readonly family: string; readonly events: number }[];
  readonly agentKeys: readonly AgentKeyFact[];
  readonly trackingKeys: readonly TrackingKeyFact[];
  readonly tools: readonly LinkedToolFact[];
  /** The address of the workspace. */
  readonly workspaceUrl: string;
}
