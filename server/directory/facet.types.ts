import { IsIn, IsOptional, Matches } from 'class-validator';
import { ArgsType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';
import { HasItemsAtMost } from '../platform/graphql/items.js';
import { IsAddressParameter } from '../platform/graphql/parameter.js';
import { licenceIdsOf } from '../platform/spdx.rules.js';
import type { Proof, Tool } from './tool.types.js';
import { maturities, pricingModels, proofSignals, toolInterfaces } from './vocabulary.types.js';

/** A property by which tools are narrowed and counted. */
interface Facet {
  /** The values that may be asked for, or the form that each has. */
  readonly values: readonly string[] | { readonly form: RegExp; readonly is: string; readonly any: string };
  /** A value, to show how one is asked for. */
  readonly example: string;
  /** The description of its values in an address, where it has more to say than their list. */
  readonly inAddress?: string;
  /** A tool's values; its proofs depend on the time. */
  of(tool: Tool, proofs: () => readonly Proof[]): readonly string[];
}

/** Every facet, in the order of decisions §3: filters, counts and their GraphQL types are made of this. */
const facets = {
  category: {
    values: { form: /^[a-z0-9]+(-[a-z0-9]+)*$/, is: 'the name of a category', any: 'these categories' },
    example: 'email',
    of: ({ categories }) => categories,
  },
  pricing: { values: pricingModels, example: 'freemium', of: ({ pricing }) => [pricing.model] },
  maturity: { values: maturities, example: 'stable', of: ({ maturity }) => [maturity] },
  proof: {
    values: proofSignals,
    example: 'public_source',
    of: (_tool, proofs) => proofs().map(({ signal }) => signal),
  },
  interface: { values: toolInterfaces, example: 'mcp', of: ({ interfaces }) => interfaces },
  licence: {
    values: {
      form: /^[A-Za-z0-9][A-Za-z0-9.+-]{0,99}$/,
      is: 'the id of an SPDX licence',
      any: 'these SPDX licences, such as MIT',
    },
    example: 'MIT',
    inAddress: 'An SPDX id, such as MIT; what is not known has none',
    of: ({ licence }) => (licence && licenceIdsOf(licence.spdx)) ?? [],
  },
} as const satisfies Readonly<Record<string, Facet>>;

export type FacetName = keyof typeof facets;
const isFacet = (name: string): name is FacetName => Object.hasOwn(facets, name);
export const facetNames: readonly FacetName[] = Object.keys(facets).filter(isFacet);
export const facetOf = (name: FacetName): Facet => facets[name];

/** How many values of one facet a question may name. */
const FILTERS_MAX = 20;

@InputType({ description: 'Narrows an answer; values of one member are alternatives.' })
@ArgsType()
export class DirectoryFilters {}

@ObjectType({ description: 'A value of a facet.' })
export class FacetCount {
  @Field(() => String, { description: 'The value, as the filter takes it.' })
  value: string;
  @Field(() => Int, { description: 'How many of the matching tools have it.' })
  count: number;
}

@ObjectType({ description: 'Counts over everything that was found, filters included.' })
export class Facets {}

export type FacetCounts = Readonly<Record<FacetName, readonly FacetCount[]>>;

for (const name of facetNames) {
  const { values, example, inAddress } = facetOf(name);
  const isList = 'join' in values;
  const description = `Any of ${isList ? values.join(', ') : values.any}.`;
  const allowed = isList
    ? IsIn(values, { each: true, message: `must be one of ${values.join(', ')}` })
    : Matches(values.form, { each: true, message: `must be ${values.is}` });
  Field(() => [String], { nullable: true, description })(DirectoryFilters.prototype, name);
  const listed = isList ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : `Any of ${values.any}`;
  IsAddressParameter({
    description: inAddress ?? listed,
    example,
    ...(isList ? { choices: values } : {}),
  })(DirectoryFilters.prototype, name);
  if (isList) IsOneOf(values)(DirectoryFilters.prototype, name);
  for (const constraint of [IsOptional(), HasItemsAtMost(FILTERS_MAX), allowed])
    constraint(DirectoryFilters.prototype, name);
  Field(() => [FacetCount], { description: `Values of ${name} that matching tools have.` })(Facets.prototype, name);
}

/** Something of every facet. */
export const byFacet = <T>(of: (facet: FacetName) => T): Readonly<Record<FacetName, T>> =>
  Object.fromEntries(facetNames.map((facet) => [facet, of(facet)])) as Record<FacetName, T>;
