import { BigIntType, type Opt, type Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, InterfaceType, ObjectType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';
import type { VendorStatement } from './statement.rules.js';
import type { FactSource, Measure, PackageName } from './tool.types.js';
import { Maturities } from './tool-parts.types.js';
import {
  type CatalogOrigin,
  type InstallKind,
  type Maturity,
  maturities,
  type PricingModel,
  pricingModels,
  type ToolInterface,
  toolInterfaces,
  type VerificationLevel,
  verificationLevels,
} from './vocabulary.types.js';

/** A package that a tool lists, by which figures of the package find the tool. */
@ObjectType('CatalogPackage', { description: 'A package of a registry.' })
@Entity({ tableName: 'tool_package' })
export class ToolPackage implements PackageName {
  @Field(() => String, { description: 'Registry that has it.' })
  @PrimaryKey({ type: 'text' })
  registry: string;

  @Field(() => String, { description: 'Name in the registry.' })
  @PrimaryKey({ type: 'text' })
  name: string;

  @ManyToOne(() => CatalogTool, { primary: true, ref: true, deleteRule: 'cascade' })
  tool: Ref<CatalogTool>;
}

/** A figure of a public source, by tool, kind and subject; a newer one replaces an older one. */
@ObjectType({ description: 'A figure of a public source, beside the adoption counts and never mixed into them.' })
@Entity({ tableName: 'tool_measure' })
export class ToolMeasure implements Measure {
  @ManyToOne(() => CatalogTool, { primary: true, ref: true, deleteRule: 'cascade' })
  tool: Ref<CatalogTool>;

  @Field(() => String, { description: 'What is counted, such as downloads.' })
  @PrimaryKey({ type: 'text' })
  kind: string;

  @Field(() => String, { description: 'What was counted, such as npm:stripe.' })
  @PrimaryKey({ type: 'text' })
  subject: string;

  @Field(() => GraphQLSafeInt, { description: 'The figure.' })
  @Check({ name: 'tool_measure_value_check', expression: 'value >= 0' })
  @Property({ type: new BigIntType('number') })
  value: number;

  @Field(() => String, { description: 'public-source: read from a public page or interface.' })
  @Enum({ items: ['public-source'], type: 'text' })
  @IsOneOf(['public-source'])
  label: 'public-source';

  @Field(() => String, { description: 'Address that it was read from.' })
  @Property({ type: 'text' })
  source: string;

  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  @Property({ type: 'date' })
  asOf: string;

  /** Computed from the history and no column; so is its day. */
  @Field(() => Float, {
    nullable: true,
    description:
      'Computed here: by what share it changed since a figure of the same source 28 to 35 days before; 0.12 is twelve percent more. Null where none is that old.',
  })
  change: number | null;

  @Field(() => String, { nullable: true, description: 'Day of the earlier figure that the change is computed from.' })
  changeSince: string | null;
}

/** The terms under which a tool may be used. */
@ObjectType({ description: "Terms of a tool's source." })
export class Licence {
  @Field(() => String, { description: 'An SPDX expression, such as MIT.' })
  spdx: string;

  @Field(() => String, { description: 'Page that states them.' })
  source: string;

  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  checkedAt: string;
}

/** The facts of a tool that have one form in its table, in the directory and for reviewers; they are declared here alone. */
@InterfaceType('ToolRecord', { description: 'What a tool is to reviewers and in the directory alike.' })
export abstract class StoredTool {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Field(() => String, { description: 'Short name in addresses.' })
  @Property({ type: 'text', unique: true })
  slug: string;

  @Field(() => String, { description: "The tool's name." })
  @Property({ type: 'text' })
  name: string;

  @Field(() => [String], { description: 'Other names that it is known by.' })
  @Property({ type: 'json', defaultRaw: `'[]'` })
  aliases: readonly string[];

  @Field(() => String, { description: 'One or two sentences, in our own words.' })
  @Property({ type: 'text' })
  summary: string;

  @Field(() => [String], { description: 'Categories that it is listed in.' })
  @Property({ type: 'json' })
  categories: readonly string[];

  @Field(() => [String], { description: 'Capabilities, the first is its purpose.' })
  @Property({ type: 'json' })
  capabilities: readonly string[];

  @Field(() => Maturities, { description: 'How far it has come.' })
  @Enum({ items: [...maturities], type: 'text' })
  maturity: Maturity;

  @Field(() => [String], { description: `Any of ${toolInterfaces.join(', ')}.` })
  @Property({ type: 'json', defaultRaw: `'[]'` })
  @IsOneOf(toolInterfaces)
  interfaces: readonly ToolInterface[];

  @Field(() => Licence, { nullable: true, description: 'Its licence; null where it is not known.' })
  @Property({ type: 'json', nullable: true })
  licence: Readonly<Licence> | null;

  @Field(() => [String], { description: 'Names of environment variables; never values.' })
  @Property({ type: 'json', defaultRaw: `'[]'` })
  environment: readonly string[];

  @Field(() => Date, { description: 'Moment of its last change.' })
  @Property({ type: 'datetime' })
  updatedAt: Date;
}

/** A record of the catalog, listed or not; its version is the catalog's when it changed last. */
@Entity({ tableName: 'tool' })
@Check({ name: 'tool_check', expression: '(install_kind is null) = (install_command is null)' })
@Index({
  name: 'tool_origin',
  expression: 'create unique index tool_origin on tool (origin, origin_key) where origin_key is not null',
})
@Index({ name: 'tool_name', expression: 'create index tool_name on tool (lower(name))' })
export class CatalogTool extends StoredTool {
  @Property({ type: 'text', nullable: true })
  vendorName: string | null;

  @Property({ type: 'text', nullable: true })
  vendorDomain: string | null;

  @Property({ type: 'text', nullable: true })
  website: string | null;

  @Enum({ items: [...pricingModels], type: 'text' })
  pricingModel: PricingModel;

  @Property({ type: 'text', nullable: true })
  freeTier: string | null;

  @Property({ type: 'text', nullable: true })
  pricingUrl: string | null;

  @Property({ type: 'text', nullable: true })
  signupUrl: string | null;

  @Property({ type: 'text', nullable: true })
  installKind: InstallKind | null;

  @Property({ type: 'text', nullable: true })
  installCommand: string | null;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  packages: readonly PackageName[];

  @Property({ type: 'json', defaultRaw: `'[]'` })
  questions: readonly string[];

  @Property({ type: 'text', nullable: true })
  docsUrl: string | null;

  @Property({ type: 'text', nullable: true })
  docsLlmsTxt: string | null;

  @Property({ type: 'text', nullable: true })
  docsOpenapi: string | null;

  @Enum({ items: [...verificationLevels], type: 'text', default: 'none' })
  verificationLevel: VerificationLevel;

  @Property({ type: 'text', nullable: true })
  verificationMethod: string | null;

  @Property({ type: 'datetime', nullable: true })
  verificationCheckedAt: Date | null;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  sources: FactSource[];

  @Property({ type: 'json', defaultRaw: `'[]'` })
  statements: readonly VendorStatement[];

  /** The server.json of the MCP registry, as it is published again by the subregistry. */
  @Property({ type: 'json', nullable: true })
  mcpServer: Record<string, unknown> | null;

  /** The official registry's own data beside the server.json; its dates are published again. */
  @Property({ type: 'json', nullable: true })
  mcpOfficial: Record<string, unknown> | null;

  @Property({ type: 'boolean', default: false })
  sponsored: boolean & Opt;

  /** An import lists its records again, but for those that a person took out. */
  @Property({ type: 'boolean', default: true })
  listed: boolean;

  @Property({ type: 'text' })
  origin: CatalogOrigin;

  /** Its key in its origin. */
  @Property({ type: 'text', nullable: true })
  originKey: string | null;

  /** When a person corrected it; imports leave it alone since then. */
  @Property({ type: 'datetime', nullable: true })
  editedAt: (Date & Opt) | null;

  @Index({ name: 'tool_version' })
  @Property({ type: new BigIntType('number') })
  version: number;

  @Property({ type: 'datetime' })
  createdAt: Date;
}
