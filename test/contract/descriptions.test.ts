import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';

let schema: GraphQLSchema;
beforeAll(async () => {
  schema = await openSchema();
});

/** Types that are made of the forms of tools and offers, whose members a form names by a title on the screen. */
const FORMS = new Set([
  'DocsInput',
  'EditToolInput',
  'InstallInput',
  'LicenceInput',
  'OfferReading',
  'OfferSourceInput',
  'OfferStatedValue',
  'OfferValueInput',
  'OfferVendor',
  'OfferVendorInput',
  'PricingInput',
  'ReviewedOffer',
  'SaveOfferInput',
  'VendorInput',
]);

interface Described {
  readonly name: string;
  readonly description: string | null | undefined;
}

const ownTypes = (): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__') && !FORMS.has(name));

/** Types but for the roots, which need no word, and their fields. */
function everything(): Described[] {
  return ownTypes().flatMap((type): Described[] => {
    const own =
      (isObjectType(type) || isInputObjectType(type) || isInterfaceType(type) || isEnumType(type)) &&
      !['Query', 'Mutation'].includes(type.name)
        ? [{ name: type.name, description: type.description }]
        : [];
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) return own;
    const fields = Object.values(type.getFields()).map((field) => ({
      name: `${type.name}.${field.name}`,
      description: field.description,
    }));
    return [...own, ...fields];
  });
}

const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .replace(/^(?:the|a|an|its) /i, '')
    .trim()
    .toLowerCase();

describe('a type and a field of the schema', () => {
  it('have a description', () =>
    expect(
      everything()
        .filter(({ description }) => !description?.trim())
        .map(({ name }) => name),
    ).toEqual([]));

  it('say more than their name', () =>
    expect(
      everything()
        .filter(
          ({ name, description }) => description && wordsOf(description) === wordsOf(name.split('.').at(-1) ?? ''),
        )
        .map(({ name }) => name),
    ).toEqual([]));
});
