import { Field, Float, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../platform/graphql/choices.js';
import { type CheckKind, type CheckOutcome, checkKinds, checkOutcomes } from '../check.entity.js';

const CheckKinds = enumOf('ToolCheckKind', checkKinds, 'What was asked about facts of a tool.');
const CheckOutcomes = enumOf(
  'ToolCheckOutcome',
  checkOutcomes,
  'What a check found: confirmed, contradicted by its source, gone, unreachable, or unknown where nothing could be looked at.',
);

@ObjectType({ description: 'The last check of what stands behind facts of a tool, made by a program.' })
export class ToolCheck {
  @Field(() => CheckKinds, { description: 'A page, a package, a repository or an MCP server.' })
  kind: CheckKind;
  @Field(() => String, { description: 'Address of the page or server, or a name such as npm:stripe.' })
  subject: string;
  @Field(() => [String], { description: 'The facts that stand on it.' })
  facts: readonly string[];
  @Field(() => String, { description: 'Who answered: http, a registry, github or mcp (tools/list).' })
  by: string;
  @Field(() => CheckOutcomes, { description: 'What the last check found.' })
  outcome: CheckOutcome;
  @Field(() => Date, { nullable: true, description: 'When a check last found the facts to hold; null where none did.' })
  checkedAt: Date | null;
  @Field(() => Date, { description: 'When it was asked last, whatever came of it.' })
  askedAt: Date;
  @Field(() => Int, { description: 'Checks in a row that found the facts not to hold.' })
  failures: number;
  @Field(() => Date, { nullable: true, description: 'Since when the facts were not found to hold.' })
  failingSince: Date | null;
  @Field(() => Boolean, {
    description: 'Two checks in a row found the facts not to hold; they are shown all the same.',
  })
  marked: boolean;
  @Field(() => String, { nullable: true, description: 'Newest version of a package, as its registry shows it.' })
  version: string | null;
  @Field(() => String, { nullable: true, description: 'Licence that registry or forge shows.' })
  licence: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the registry calls the package deprecated, or the forge the repository archived.',
  })
  deprecated: boolean | null;
  @Field(() => String, { nullable: true, description: 'Where it is now, if it was found elsewhere.' })
  movedTo: string | null;
  @Field(() => [String], { nullable: true, description: 'Names of the tools that the server lists.' })
  tools: readonly string[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether the server lists its tools after a sign-in alone.' })
  needsSignIn: boolean | null;
}

@ObjectType({ description: 'How many tools know a fact, and how old what stands behind it is.' })
export class FactCoverage {
  @Field(() => String, { description: 'Name of the fact, as sources name it.' })
  fact: string;
  @Field(() => Int, { description: 'Tools that know it.' })
  known: number;
  @Field(() => Float, { description: 'Share of the listed tools that know it, 0 to 1.' })
  share: number;
  @Field(() => Int, { description: 'Of those, read or checked in the last 30 days.' })
  within30Days: number;
  @Field(() => Int, { description: 'Of those, 31 to 90 days ago.' })
  within90Days: number;
  @Field(() => Int, { description: 'Of those, 91 to 365 days ago.' })
  within365Days: number;
  @Field(() => Int, { description: 'Of those, longer ago.' })
  older: number;
  @Field(() => Int, { description: 'Of those, without a day: no source or check of its own is known.' })
  undated: number;
  @Field(() => Int, {
    nullable: true,
    description: 'Half of the dated ones are at most so many days old; null without any.',
  })
  medianDays: number | null;
  @Field(() => Int, { description: 'Of those, confirmed by a check that a program made.' })
  checked: number;
  @Field(() => Int, { description: 'Of those, marked: two checks in a row found it not to hold.' })
  marked: number;
}

@ObjectType({ description: 'What the directory knows of its tools, fact by fact.' })
export class DirectoryCoverage {
  @Field(() => Date, { description: 'State of the catalog that was counted.' })
  asOf: Date;
  @Field(() => Int, { description: 'Listed tools.' })
  tools: number;
  @Field(() => [FactCoverage], { description: 'In a fixed order.' })
  facts: FactCoverage[];
}
