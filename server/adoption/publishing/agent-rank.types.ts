import { Field, Float, Int, ObjectType } from 'type-graphql';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { AdoptionComponent } from './adoption.types.js';
import { componentIds, docsPoints, gradeNames } from './agent-rank.rules.js';
import { periodIds } from './snapshot.types.js';

@ObjectType()
export class ScoreScale {
  @Field(() => Int)
  min: number;
  @Field(() => Int)
  max: number;
}

@ObjectType()
export class ScoreGrade {
  @Field(() => String)
  @IsOneOf(gradeNames)
  grade: string;
  @Field(() => Int, { description: 'The lowest score that has it.' })
  from: number;
}

@ObjectType()
export class ScoreComponentRule {
  @Field(() => String)
  @IsOneOf(componentIds)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => Int)
  weight: number;
  @Field(() => String)
  window: string;
  @Field(() => String)
  formula: string;
  @Field(() => [String])
  sources: string[];
  @Field(() => Int)
  cap: number;
}

@ObjectType()
export class ScoreChange {
  @Field(() => String)
  version: string;
  @Field(() => String)
  date: string;
  @Field(() => String)
  change: string;
}

@ObjectType()
export class ScoreVectorInputs {
  @Field(() => Int, { nullable: true })
  developers: number | null;
  @Field(() => Int, { nullable: true })
  activated: number | null;
  @Field(() => Int, { nullable: true })
  retained: number | null;
  @Field(() => Int, { nullable: true })
  toolSuccess: number | null;
  @Field(() => [String], { description: 'Any of url, llmsTxt, openapi.' })
  @IsOneOf(Object.keys(docsPoints))
  docs: string[];
  @Field(() => String, { nullable: true, description: 'The shortest period in which the tool is reported.' })
  @IsOneOf(periodIds)
  reportedIn: string | null;
}

@ObjectType({ description: 'Inputs with what the contract makes of them.' })
export class ScoreVector {
  @Field(() => String)
  name: string;
  @Field(() => ScoreVectorInputs)
  inputs: ScoreVectorInputs;
  @Field(() => [AdoptionComponent])
  components: AdoptionComponent[];
  @Field(() => Float)
  coverage: number;
  @Field(() => Int, { nullable: true })
  score: number | null;
  @Field(() => String, { nullable: true })
  @IsOneOf(gradeNames)
  grade: string | null;
}

@ObjectType({ description: 'The adoption score contract: any client can compute a served score again by it.' })
export class AgentRankContract {
  @Field(() => String)
  contract: string;
  @Field(() => String, { description: 'The JSON Schema of this answer.' })
  schema: string;
  @Field(() => ScoreScale)
  scale: ScoreScale;
  @Field(() => [ScoreGrade])
  grades: ScoreGrade[];
  @Field(() => [ScoreComponentRule])
  components: ScoreComponentRule[];
  @Field(() => String)
  formula: string;
  @Field(() => String)
  rounding: string;
  @Field(() => Int)
  minimumDenominator: number;
  @Field(() => Float)
  minimumCoverage: number;
  @Field(() => String)
  missing: string;
  @Field(() => String)
  suppression: string;
  @Field(() => [String])
  exclusions: string[];
  @Field(() => String)
  ties: string;
  @Field(() => String)
  cadence: string;
  @Field(() => [ScoreChange])
  changelog: ScoreChange[];
  @Field(() => [ScoreVector])
  testVectors: ScoreVector[];
}
