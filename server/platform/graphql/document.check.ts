import { type DocumentNode, type GraphQLError, type GraphQLSchema, validate } from 'graphql';
import { invalid } from '../fault.js';
import { measureDocument } from './document.measure.js';

/** Documents are kept parsed: one that was found valid is not looked through again. */
const valid = new WeakSet<DocumentNode>();

/**
 * Measures a document, then validates it against the schema; answers what graphql-js found, empty when it may run.
 * Throws VALIDATION_FAILED for one that is beyond the bounds of its form, which nothing walks.
 */
export function checkDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  if (valid.has(document)) return [];
  const problems = measureDocument(document);
  if (problems.length) throw invalid(problems);
  const errors = validate(schema, document);
  if (errors.length === 0) valid.add(document);
  return errors;
}
