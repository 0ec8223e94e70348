import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, NoUnusedFragmentsRule, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as generated from '../../admin/providers/generated/operations.js';
import { isOperation, readDefinitions, textOf } from '../../documents/print.js';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const written = [...readDefinitions('documents'), ...readDefinitions(path.resolve('admin', 'providers', 'documents'))];
const documents = parse(readFileSync('admin/providers/generated/documents.graphql', 'utf8')).definitions;
const sent = Object.entries(generated).flatMap(([name, one]): [string, string][] =>
  one instanceof generated.TypedDocumentString ? [[name, String(one)]] : [],
);

describe('the documents of the workspace', () => {
  it('are all valid against the schema', () => {
    expect(documents.length).toBeGreaterThan(0);
    // Read as one, since a page for everyone and a screen share fragments; REST and MCP spread some of them alone.
    const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
    const found = validate(schema, parse(documents.map(textOf).join('\n')), rules);
    expect(found.map(({ message }) => message)).toEqual([]);
  });

  it('are all generated, under their own names: run npm run codegen when this fails', () => {
    const names = written.filter(isOperation).map(({ name }) => name?.value ?? '');
    expect(sent.map(([name]) => name)).toEqual(expect.arrayContaining(names));
  });

  it('send each operation with the fragments that it spreads, and with no other', () => {
    const operations = sent.filter(([, text]) => parse(text).definitions.some(isOperation));
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.flatMap(([, text]) => validate(schema, parse(text)).map(({ message }) => message))).toEqual([]);
  });

  it('that ask for a list with `@variables` take a variable for each of its arguments', () => {
    const marked = written.filter(isOperation).filter((one) => textOf(one).includes('@variables'));
    expect(marked.length).toBeGreaterThan(15);
    const text = String(generated.ListMyClaims);
    expect(text).toContain('myClaims(');
    expect(text).toMatch(/\$states: \[ClaimState!\]/);
    expect(text).toMatch(/states: \$states/);
  });
});
