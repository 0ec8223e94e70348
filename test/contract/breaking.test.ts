import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openSchema } from '../../server/app/schema.js';

/**
 * Changes that break a client of the last release (`test/samples/released.graphql`, copied when a release is made) and were decided: a text
 * of an answer or input that became an enum with the same values.
 */
const DECIDED = ['ProjectAuthor.kind changed type from String! to ProjectAuthorKind!.'];

describe('the schema beside that of the last release', () => {
  it('breaks no client but by what was decided', async () => {
    const released = buildSchema(readFileSync('test/samples/released.graphql', 'utf8'));
    const changes = findBreakingChanges(released, buildSchema(readFileSync('schema.graphql', 'utf8')));
    expect(changes.map(({ description }) => description).toSorted()).toEqual(DECIDED);
    expect(findBreakingChanges(released, await openSchema()).length).toBe(DECIDED.length);
  });

  it('would be told of a field that went', () => {
    const changes = findBreakingChanges(
      buildSchema('type Query { a: Int b: Int }'),
      buildSchema('type Query { a: Int }'),
    );
    expect(changes.map(({ description }) => description)).toEqual(['Query.b was removed.']);
  });
});
