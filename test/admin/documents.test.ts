import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as written from '../../admin/providers/schema.js';
import { printOperations } from '../../admin/schema-types.print.js';
import { readDefinitions, textOf } from '../../documents/print.js';

const providers = path.resolve('admin', 'providers');
const schemaText = readFileSync('schema.graphql', 'utf8');
const shared = readDefinitions('documents');
const documents = [...shared, ...readDefinitions(path.join(providers, 'documents'))];

describe('the documents of the workspace', () => {
  it('are all valid against the schema', () => {
    const schema = buildSchema(schemaText);
    expect(documents.length).toBeGreaterThan(0);
    // Read as one, since a page for everyone and a screen share fragments.
    expect(validate(schema, parse(documents.map(textOf).join('\n'))).map(({ message }) => message)).toEqual([]);
  });

  it('send each operation with the fragments that it spreads, and with no other', () => {
    const schema = buildSchema(schemaText);
    const sent = Object.values(written).filter((one) => 'text' in one);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.flatMap(({ text }) => validate(schema, parse(text)).map(({ message }) => message))).toEqual([]);
  });

  it('have their types written again after every change of the schema or of a document', () => {
    expect(readFileSync(path.join(providers, 'schema.ts'), 'utf8')).toBe(printOperations(schemaText, documents));
  });

  it('cannot be written against a field that the schema does not have', () => {
    expect(() => printOperations(schemaText, parse('query Wrong { viewer { shoeSize } }').definitions)).toThrow(
      'Viewer has no field shoeSize',
    );
  });
});
