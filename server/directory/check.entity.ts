import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { CatalogTool } from './tool.entity.js';

/** The ways in which facts of tools are checked without a person. */
export const checkKinds = ['link', 'package', 'repository', 'mcp'] as const;
export type CheckKind = (typeof checkKinds)[number];

/**
 * The finding of a check: the fact holds; its source says otherwise; the page or package is gone; nothing answers; or the source lets no program
 * look, so that nothing was checked.
 */
export const checkOutcomes = ['confirmed', 'contradicted', 'gone', 'unreachable', 'unknown'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** The facts that a source showed beside its being there; a member that it does not show is absent. */
export interface Seen {
  readonly version?: string;
  readonly licence?: string;
  readonly deprecated?: boolean;
  readonly archived?: boolean;
  readonly needsSignIn?: boolean;
  /** The address or the name that it has now. */
  readonly movedTo?: string;
  /** Names of the tools that a server lists. */
  readonly tools?: readonly string[];
}

/** The last check of what stands behind facts of a tool: a page, a package, a repository or a server. */
@Entity({ tableName: 'fact_check' })
@Index({
  name: 'fact_check_due',
  expression: 'create index fact_check_due on fact_check (host, asked_at nulls first)',
})
@Index({ name: 'fact_check_subject', properties: ['kind', 'subject'] })
export class FactCheck {
  @ManyToOne(() => CatalogTool, { primary: true, ref: true, deleteRule: 'cascade' })
  tool: Ref<CatalogTool>;

  @Enum({ items: [...checkKinds], type: 'text', primary: true })
  kind: CheckKind;

  @PrimaryKey({ type: 'text' })
  subject: string;

  /** The host that is asked, or the registry. */
  @Property({ type: 'text' })
  host: string;

  /** The facts that stand on it. */
  @Property({ type: 'json' })
  facts: string[];

  @Property({ type: 'text', nullable: true })
  etag: (string & Opt) | null;

  @Property({ type: 'text', nullable: true })
  lastModified: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  askedAt: (Date & Opt) | null;

  /** Until then one run has it in hand, or its host asked for a rest. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: (Date & Opt) | null;

  /** Null until it was checked. */
  @Enum({ items: [...checkOutcomes], type: 'text', nullable: true })
  outcome: (CheckOutcome & Opt) | null;

  /** When a check found the facts to hold. */
  @Property({ type: 'datetime', nullable: true })
  checkedAt: (Date & Opt) | null;

  /** Checks in a row that found the facts not to hold. */
  @Property({ type: 'int', default: 0 })
  failures: number & Opt;

  @Property({ type: 'datetime', nullable: true })
  failingSince: (Date & Opt) | null;

  @Property({ type: 'json', nullable: true })
  seen: (Seen & Opt) | null;
}
