import {
  type DocumentNode,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import type { RequestContext } from '../context.js';
import { faultOf } from '../fault.js';
import { NotModified } from '../http/conditional-get.js';
import { refuseMalformed } from './admission.js';

/** A document of our own that was parsed and validated once, at start. */
export interface PreparedDocument {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

const prepared = new WeakMap<GraphQLSchema, Map<string, PreparedDocument>>();

/** Parses and validates a document once for each schema; `place` is named when it does not fit, which ends the start. */
export function prepareDocument(schema: GraphQLSchema, text: string, place: string): PreparedDocument {
  const known = prepared.get(schema) ?? new Map<string, PreparedDocument>();
  const document = known.get(text) ?? readDocument(schema, text, place);
  prepared.set(schema, known.set(text, document));
  return document;
}

function readDocument(schema: GraphQLSchema, text: string, place: string): PreparedDocument {
  const document = parse(text);
  const errors = validate(schema, document);
  if (errors.length) throw new Error(`${place}: ${errors.map(({ message }) => message).join('; ')}`);
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error(`${place} has no operation`);
  return { document, operation };
}

type PreparedCall = PreparedDocument & {
  readonly schema: GraphQLSchema;
  readonly variables: Record<string, unknown>;
};

/** Runs a prepared document in this process and answers what it asked for under the alias `reply`; throws the fault of its first refusal. */
export async function runPrepared(ctx: RequestContext, call: PreparedCall): Promise<unknown> {
  const data = (await runDocument(ctx, call)) as { reply: unknown } | null | undefined;
  return data?.reply;
}

/** The same for a document that asks for several things: everything under the names that the document gives. */
export async function runDocument(ctx: RequestContext, call: PreparedCall): Promise<unknown> {
  await refuseMalformed(ctx, call);
  const { data, errors } = await execute({
    schema: call.schema,
    document: call.document,
    variableValues: call.variables,
    contextValue: ctx,
  });
  const known = errors?.find(({ originalError }) => originalError instanceof NotModified)?.originalError;
  if (known) throw known;
  if (errors?.[0]) throw faultOf(errors[0].originalError ?? errors[0]);
  return data;
}
