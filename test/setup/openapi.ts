import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ask, type Reply } from './ask.js';

type Json = Record<string, unknown>;

export interface Documented {
  readonly headers: Record<string, { $ref: string }>;
  readonly content: Record<string, { schema: { $ref: string } }>;
}
export interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, Documented>;
  readonly requestBody?: {
    content: Record<string, { schema: { $ref: string }; examples: Record<string, { value: unknown }> }>;
  };
}
export interface Description {
  readonly text: string;
  readonly paths: Record<string, Record<string, Operation>>;
  /** Whether every answer that names the header has it. */
  requires(header: { $ref: string }): boolean;
  /** Compiles what a reference of the document points at; undocumented members of answers are refused. */
  validator(ref: string): ValidateFunction;
}

/** Reads the served description. */
export async function readDescription(url: string): Promise<Description> {
  const reply = await ask<Json>(`${url}/openapi.json`);
  const document = JSON.parse(reply.text) as {
    paths: Description['paths'];
    components: { schemas: Json; headers: Record<string, { required?: boolean }> };
  };
  const closed = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      name.endsWith('Answer') ? close(schema) : schema,
    ]),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
  ajv.addFormat('binary', true); // the text of a file's example is as good as its bytes
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addSchema({ $id: 'document', components: { schemas: closed } });
  return {
    text: reply.text,
    paths: document.paths,
    requires: ({ $ref }) => document.components.headers[$ref.split('/').at(-1) ?? '']?.required ?? false,
    validator(ref) {
      const found = ajv.getSchema(`document${ref}`);
      if (!found) throw new Error(`${ref} is not in the document`);
      return found;
    },
  };
}

/** An object schema that is closed at every level. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]));
  return 'properties' in closed ? { ...closed, additionalProperties: false } : closed;
}

/** The differences of an answer from the description; empty when it is as described. */
export function differences(description: Description, path: string, method: string, reply: Reply): string[] {
  const documented = description.paths[path]?.[method]?.responses[reply.status];
  if (!documented) return [`${reply.status} is not described`];
  const type = reply.headers.get('content-type')?.split(';')[0] ?? '';
  const missing = Object.entries(documented.headers).flatMap(([name, header]) =>
    reply.headers.has(name) || !description.requires(header) ? [] : [`the header ${name} is missing`],
  );
  if (!documented.content) return reply.text === '' ? missing : ['no body is described'];
  const content = documented.content[type];
  if (!content) return [`the content type ${type} is not described`];
  if (!content.schema.$ref) return missing; // a stream of text, whose lines have tests of their own
  const validate = description.validator(content.schema.$ref);
  validate(reply.body);
  return [...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`), ...missing];
}
