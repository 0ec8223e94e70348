import { GraphQLInputObjectType, GraphQLList, GraphQLNonNull, GraphQLScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { cutLists, dropDefaultedNulls, problemsIn } from '../../server/platform/graphql/input.walk.js';

let visited = 0;
const Counted = new GraphQLScalarType({
  name: 'Counted',
  parseValue: (value) => {
    visited += 1;
    if (value === 'wrong') throw new Error('wrong');
    return value;
  },
});
const Tool = new GraphQLInputObjectType({ name: 'Tool', fields: { slug: { type: new GraphQLNonNull(Counted) } } });
const Draft = new GraphQLInputObjectType({
  name: 'Draft',
  fields: {
    tools: { type: new GraphQLList(new GraphQLNonNull(Tool)), extensions: { itemsMax: 3 } },
    names: { type: new GraphQLList(Counted) },
  },
});

function walked(given: Record<string, unknown>) {
  visited = 0;
  cutLists(given, Draft);
  dropDefaultedNulls(given, Draft);
  return { problems: problemsIn(given, Draft), visited };
}
const tools = (count: number) => Array.from({ length: count }, () => ({ slug: 'a' }));

it.each([
  [3, 3],
  [4, 4],
  [5, 4],
  [100_000, 4],
])('walks a list of %i items that may have 3 no further than %i', (count, expected) => {
  const given = { tools: tools(count) };
  expect(walked(given)).toEqual({ problems: [], visited: expected });
  expect(given.tools).toHaveLength(expected);
});

it('walks a list without a bound to its end', () => {
  expect(walked({ names: Array.from({ length: 500 }, () => 'a') }).visited).toBe(500);
});

it('names what is wrong beside a list that is too long', () => {
  expect(walked({ tools: tools(1000), names: ['wrong'] }).problems).toMatchObject([
    { pointer: '/names/0', code: 'wrong_type' },
  ]);
});
