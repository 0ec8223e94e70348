import { Field, Float, Int, ObjectType } from 'type-graphql';
import { deprecatedUntil } from '../../platform/deprecation.rules.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { AdoptionComponent, AdoptionShares } from './adoption.types.js';
import { componentIds, docsKinds, gradeNames } from './agent-rank.rules.js';
import { periodIds } from './snapshot.types.js';

@ObjectType({ description: 'Ends of the score.' })
export class ScoreScale {
  @Field(() => Int, { description: 'The lowest score.' })
  min: number;
  @Field(() => Int, { description: 'The highest score.' })
  max: number;
}

@ObjectType({ description: 'A grade and where it begins.' })
export class ScoreGrade {
  @Field(() => String, { description: 'Letter of the grade.' })
  @IsOneOf(gradeNames)
  grade: string;
  @Field(() => Int, { description: 'The lowest score that has it.' })
  from: number;
}

@ObjectType({ description: 'How one part of the score is computed.' })
export class ScoreComponentRule {
  @Field(() => String, { description: 'Name of the component.' })
  @IsOneOf(componentIds)
  id: string;
  @Field(() => String, { description: 'Heading of the component.' })
  title: string;
  @Field(() => Int, { description: 'Its part of the score.' })
  weight: number;
  @Field(() => String, { description: 'Days that it is about.' })
  window: string;
  @Field(() => String, { description: 'Its formula in words.' })
  formula: string;
  @Field(() => [String], { description: 'Figures that it reads.' })
  sources: string[];
  @Field(() => Int, { description: 'Value from which more counts no more.' })
  cap: number;
}

@ObjectType({ description: 'A change of the contract.' })
export class ScoreChange {
  @Field(() => String, { description: 'Version that brought it.' })
  version: string;
  @Field(() => String, { description: 'Day of the change.' })
  date: string;
  @Field(() => String, { description: 'The change in words.' })
  change: string;
}

/** The inputs of agent-rank-v1, which this contract does not read. */
const STAYS = deprecatedUntil('2027-05-27', 'Use shares');

@ObjectType({ description: 'A contract that another one took the place of.' })
export class SupersededContract {
  @Field(() => String, { description: 'Name and version of the contract.' })
  contract: string;
  @Field(() => String, { description: 'Address of its text.' })
  url: string;
  @Field(() => String, { description: 'Day since which another one holds.' })
  on: string;
}

@ObjectType({ description: 'Figures of an example.' })
export class ScoreVectorInputs {
  @Field(() => AdoptionShares, { description: 'Published shares of the row.' })
  shares: AdoptionShares;
  @Field(() => Int, { nullable: true, description: 'Null: agent-rank-v2 reads shares.', ...STAYS })
  developers?: number | null;
  @Field(() => Int, { nullable: true, description: 'Null: agent-rank-v2 reads shares.', ...STAYS })
  activated?: number | null;
  @Field(() => Int, { nullable: true, description: 'Null: agent-rank-v2 reads shares.', ...STAYS })
  retained?: number | null;
  @Field(() => Int, { nullable: true, description: 'Null: agent-rank-v2 reads shares.', ...STAYS })
  toolSuccess?: number | null;
  @Field(() => [String], { description: 'Any of url, llmsTxt, openapi.' })
  @IsOneOf(docsKinds)
  docs: string[];
  @Field(() => String, { nullable: true, description: 'The shortest period in which the tool is reported.' })
  @IsOneOf(periodIds)
  reportedIn: string | null;
}

@ObjectType({ description: 'Inputs with what the contract makes of them.' })
export class ScoreVector {
  @Field(() => String, { description: 'Name of the example.' })
  name: string;
  @Field(() => ScoreVectorInputs, { description: 'Figures that go in.' })
  inputs: ScoreVectorInputs;
  @Field(() => [AdoptionComponent], { description: 'Parts that come out.' })
  components: AdoptionComponent[];
  @Field(() => Float, { description: 'Weight of the parts that are known, 0 to 1.' })
  coverage: number;
  @Field(() => Int, { nullable: true, description: 'The score; null where too little is known.' })
  score: number | null;
  @Field(() => String, { nullable: true, description: 'The grade; null without a score.' })
  @IsOneOf(gradeNames)
  grade: string | null;
}

@ObjectType({ description: 'The adoption score contract: any client can compute a served score again by it.' })
export class AgentRankContract {
  @Field(() => String, { description: 'Name and version of the contract.' })
  contract: string;
  @Field(() => String, { description: 'The JSON Schema of this answer.' })
  schema: string;
  @Field(() => ScoreScale, { description: 'Ends of the score.' })
  scale: ScoreScale;
  @Field(() => [ScoreGrade], { description: 'Grades, best first.' })
  grades: ScoreGrade[];
  @Field(() => [ScoreComponentRule], { description: 'How each part is computed.' })
  components: ScoreComponentRule[];
  @Field(() => String, { description: 'How the parts become the score.' })
  formula: string;
  @Field(() => String, { description: 'How the score is rounded.' })
  rounding: string;
  @Field(() => Int, { description: 'The smallest denominator of a share.' })
  minimumDenominator: number;
  @Field(() => Float, { description: 'The smallest coverage with which there is a score.' })
  minimumCoverage: number;
  @Field(() => String, { description: 'How missing parts are treated.' })
  missing: string;
  @Field(() => String, { description: 'When a score is not published.' })
  suppression: string;
  @Field(() => [String], { description: 'Events that never count.' })
  exclusions: string[];
  @Field(() => String, { description: 'How equal scores are ranked.' })
  ties: string;
  @Field(() => String, { description: 'How often scores are published.' })
  cadence: string;
  @Field(() => [ScoreChange], { description: 'Changes, newest first.' })
  changelog: ScoreChange[];
  @Field(() => [SupersededContract], { description: 'Contracts before this one, which stay readable.' })
  supersedes: SupersededContract[];
  @Field(() => [ScoreVector], { description: 'Examples to check an implementation with.' })
  testVectors: ScoreVector[];
}
