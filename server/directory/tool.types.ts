import type { z } from 'zod';
import type { Held } from '../platform/form.rules.js';
import type { MeasureChange } from './measure.rules.js';
import type { VendorStatement } from './statement.rules.js';
import type { toolFacts } from './tool.schema.js';
import type { CatalogOrigin, EvidenceLabel, LinkKind, ProofSignal, VerificationLevel } from './vocabulary.types.js';

export type ToolFacts = Held<z.output<typeof toolFacts>>;
export type FactSource = ToolFacts['sources'][number];
export type PackageName = ToolFacts['packages'][number];

export interface Verification {
  readonly level: VerificationLevel;
  readonly method: string | null;
  readonly checkedAt: Date | null;
}

/** A tool as an import hands it to `writeTools`. */
export interface ToolRecord {
  readonly facts: ToolFacts;
  readonly origin: CatalogOrigin;
  /** The record's key in its origin; a repeated import finds it again by this. */
  readonly originKey: string;
  readonly verification: Verification;
  /** The server.json of the MCP registry, as it is published again by the subregistry. */
  readonly mcpServer: Record<string, unknown> | null;
  /** The official registry's own data about it, beside the server.json. */
  readonly mcpOfficial?: Record<string, unknown> | null;
  /** The vendor's own statements about it; an import reads its facts and has none. */
  readonly statements?: readonly VendorStatement[];
}

/** A public-source figure of a tool, such as weekly downloads of one of its packages; never mixed into adoption counts. */
export interface Measure extends MeasureChange {
  readonly kind: string;
  readonly subject: string;
  readonly value: number;
  readonly label: 'public-source';
  readonly source: string;
  /** The day that the figure is of, YYYY-MM-DD. */
  readonly asOf: string;
}

export interface Proof {
  readonly signal: ProofSignal;
  readonly label: EvidenceLabel;
  readonly asOf: string;
}

/** A link as the catalog shows it; `lnk_…`. */
export interface LinkSummary {
  readonly id: string;
  readonly kind: LinkKind;
}

/** A listed tool as it is served: facts, evidence, offers and links, out of one version of the catalog. */
export interface Tool extends ToolFacts {
  /** `tol_…` */
  readonly id: string;
  readonly verification: Verification;
  readonly statements: readonly VendorStatement[];
  readonly measures: readonly Measure[];
  readonly links: readonly LinkSummary[];
  readonly sponsored: boolean;
  readonly mcpServer: Record<string, unknown> | null;
  /** The official registry's own data about it, beside the server.json. */
  readonly mcpOfficial?: Record<string, unknown> | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
