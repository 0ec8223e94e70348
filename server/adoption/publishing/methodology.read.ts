import { Field, ObjectType } from 'type-graphql';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { METHODOLOGY_VERSION, methodologySections, notSaid } from './methodology.rules.js';

@ObjectType()
export class MethodologySection {
  @Field(() => String)
  title: string;
  @Field(() => [String])
  paragraphs: string[];
}

@ObjectType({ description: 'How public adoption is counted, in plain words.' })
export class Methodology {
  @Field(() => String)
  version: string;
  @Field(() => [MethodologySection])
  sections: MethodologySection[];
  @Field(() => [String], { description: 'What the numbers do not say.' })
  notSaid: string[];
}

/** The methodology in plain words, with its version. */
export const readMethodology = operation(
  { name: 'adoptionMethodology', who: ANY_KIND, limit: 'public-read' },
  async function adoptionMethodology(_ctx, _input: Record<string, never>): Promise<Methodology> {
    return {
      version: METHODOLOGY_VERSION,
      sections: methodologySections.map(({ title, paragraphs }) => ({ title, paragraphs: [...paragraphs] })),
      notSaid: [...notSaid],
    };
  },
);
