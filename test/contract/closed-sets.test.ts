import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';
import { choicesOf } from '../../server/platform/graphql/choices.js';
import { isCheckedByRule } from '../../server/platform/graphql/input.walk.js';

/** Inputs that take any text for an enum: the form of the record, or the member's own rule, refuses a wrong one (catalog-review, offers.review, claims). */
const CHECKED_BY_RULE = [
  'EditToolInput.interfaces',
  'EditToolInput.maturity',
  'EligibilityFactsInput.fundingStage',
  'InstallInput.kind',
  'OfferRuleInput.fact',
  'OfferRuleInput.op',
  'PricingInput.model',
  'SaveOfferInput.claim',
  'SaveOfferInput.kind',
];

/** The values that a description lists. */
const listed = (description: string | null | undefined): string[] | null =>
  /^One of ([\w-]+(?:, [\w-]+)+)[.;]/.exec(description ?? '')?.[1]?.split(', ') ?? null;
const isName = (value: string): boolean => /^[A-Za-z_]\w*$/.test(value);

type Member = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;
let members: { readonly name: string; readonly member: Member; readonly isArgument: boolean }[];

function membersOf(schema: GraphQLSchema): typeof members {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((member: GraphQLField<unknown, unknown> | GraphQLInputField) => [
      { name: `${type.name}.${member.name}`, member, isArgument: false },
      ...('args' in member
        ? member.args.map((one) => ({
            name: `${type.name}.${member.name}(${one.name})`,
            member: one,
            isArgument: true,
          }))
        : []),
    ]);
  });
}

beforeAll(async () => {
  members = membersOf(await openSchema());
});

describe('a closed set of values', () => {
  it('is an enum of the schema, in answers and members of inputs', () => {
    const inProse = members.filter(
      ({ member, isArgument }) => !isArgument && listed(member.description)?.every(isName),
    );
    expect(inProse.map(({ name }) => name)).toEqual([]);
  });

  it('is declared where it is a text: in an argument, or with a hyphen in a value', () => {
    const texts = members.filter(({ member }) => listed(member.description));
    expect(texts.length).toBeGreaterThan(5);
    const undeclared = texts.filter(({ member }) => choicesOf(member)?.join() !== listed(member.description)?.join());
    expect(undeclared.map(({ name }) => name)).toEqual([]);
  });

  it('is checked by the rule of each input that takes any text for it', () => {
    const open = members.filter(({ member: { type }, isArgument }) => {
      return !isArgument && isCheckedByRule(getNamedType(type));
    });
    const inputs = open.filter(({ member }) => !('args' in member));
    expect(inputs.map(({ name }) => name).toSorted()).toEqual(CHECKED_BY_RULE);
    expect(
      members.filter(({ member, isArgument }) => isArgument && isCheckedByRule(getNamedType(member.type))),
    ).toEqual([]);
  });

  it('is told from prose, and from a set that has no enum', () => {
    expect(listed('One of free, paid.')).toEqual(['free', 'paid']);
    expect(listed('One of free, paid; null where it is not known.')).toEqual(['free', 'paid']);
    expect(listed('One of first-party, sample.')?.every(isName)).toBe(false);
    expect(listed('One of 7d, 30d.')?.every(isName)).toBe(false);
    for (const text of ['One of your projects.', 'Any of a, b.', null]) expect(listed(text)).toBeNull();
  });
});
