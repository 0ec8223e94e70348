import { Field, ID, ObjectType } from 'type-graphql';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { readLexicon } from './lexicon.load.js';
import type { LexiconFile } from './lexicon.schema.js';

/** Enough to recognize a capability; all of them together fit into one answer of MCP (decisions §9). */
const EXAMPLES_MAX = 3;

@ObjectType({ description: 'What a tool can be asked for.' })
export class Capability {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  title: string;

  @Field(() => [String], { description: 'Some of the words that mean it, beside its title.' })
  examples: string[];
}

@ObjectType({ description: 'Every capability that questions and intents are read for.' })
export class CapabilityList {
  @Field(() => String, { description: 'The day of the last change of the lexicon.' })
  version: string;

  @Field(() => [Capability])
  capabilities: Capability[];
}

let listed: CapabilityList | null = null;

/** The capabilities of the published lexicon in its order, for anyone. */
export const listCapabilities = operation(
  { name: 'capabilities', who: ANY_KIND, limit: 'public-read' },
  async function capabilities(_ctx, _input: Record<string, never>): Promise<CapabilityList> {
    listed ??= capabilitiesOf(readLexicon());
    return listed;
  },
);

const capabilitiesOf = ({ version, capabilities }: LexiconFile): CapabilityList => ({
  version,
  capabilities: capabilities.map(({ id, title, phrases }) => ({
    id,
    title,
    examples: phrases.filter((phrase) => !/[~=]/.test(phrase) && phrase !== title.toLowerCase()).slice(0, EXAMPLES_MAX),
  })),
});
