import { z } from 'zod';
import { withItemsCut } from './answer.item.js';
import type { Api } from './api.js';
import { problemsIn } from './input.check.js';
import { type FieldProblem, type Problem, Refused, refuse, refuseInput } from './problem.js';
import { type Audience, writtenByOthers } from './untrusted.js';

/** The next step, and whether the person must do it or agree to it first. */
const nextStep = z.object({
  do: z.string(),
  tool: z.string().optional(),
  url: z.string().optional(),
  needsPerson: z.boolean(),
});
export type NextStep = z.infer<typeof nextStep>;

/** The members before and after the own members of every answer. */
const frame = {
  untrusted: z.object({ notice: z.string(), fields: z.array(z.string()) }),
  next: z.array(nextStep),
};

/** The members that the answer of a public tool carries beside its own. */
const envelope = {
  ...frame,
  /** The answer holds less than was asked for, because of its size. */
  truncated: z.boolean(),
  /** For the rest, as the tool's `cursor`; null at the end. */
  cursor: z.string().nullable(),
};

/** The result of a run: the answer's own members in the order in which a model reads them, where it ends, and what comes next. */
export type Answer<O extends z.ZodRawShape> = z.infer<z.ZodObject<O>> & {
  truncated: boolean;
  cursor: string | null;
  next: NextStep[];
};

/** Runs the tool's document; throws `Refused`. */
type Ask<R> = (variables: Record<string, unknown>) => Promise<R>;

interface ToolDeclaration<I extends z.ZodRawShape, O extends z.ZodRawShape, R, A> {
  readonly name: string;
  readonly title: string;
  /** One line of what, then when to use it; in the end what it does not do, where a model might think so. */
  readonly description: string;
  readonly input: z.ZodObject<I, z.core.$strict>;
  readonly output: z.ZodObject<O>;
  /** Members of the answer whose text others wrote, such as `tools[].summary`. */
  readonly untrusted: readonly string[];
  /** The GraphQL document behind it, which asks for one operation under the alias `reply`. */
  readonly document: string;
  /** The form of the document's answer; members that it lacks or has in another form end the call. */
  readonly reply: z.ZodType<R>;
  /** This tool's names of the document's variables, where they differ: refusals point at them. */
  readonly inputOf?: Readonly<Record<string, string>>;
  /** Variables that the gateway admits and refuses; without any where the document needs one. */
  readonly refusedInput?: Record<string, unknown>;
  run(ask: Ask<R>, input: z.infer<z.ZodObject<I>>, api: Api): Promise<A>;
}

export type ObjectSchema = { readonly type: 'object' } & Record<string, unknown>;

/** A tool as a host lists it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: typeof READS;
}

/** A tool with its definition and what happens when it is called. */
export interface Tool {
  readonly name: string;
  readonly audience: Audience;
  /** Made when it is first read: its schemas take longer than the rest of a start, and no host lists all tools. */
  readonly definition: ToolDefinition;
  readonly document: string;
  /** Answers with what matches the output schema; throws `Refused`, also for what its input was found to have wrong as a text. */
  call(api: Api, input: unknown, wrong?: FieldProblem[]): Promise<Record<string, unknown>>;
}

/** Every tool here reads, and reading stores nothing (the specification, §1). */
const READS = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false } as const;

/** An error result carries a problem, and some clients hold it against the output schema, too. */
const PROBLEM = { required: ['code', 'status', 'detail', 'retryable'] };

/**
 * An answer's schema as hosts list it: each member by name and type. The forms within them would be three quarters of every list of tools
 * (decision 0086); the gateway's answers are held against them all the same.
 */
function listedOutput(schema: z.ZodType): ObjectSchema {
  const { properties = {}, required } = schemaOf(schema) as ObjectSchema & { properties?: Record<string, Listed> };
  const members = Object.entries(properties).map(([name, one]) => [name, typeOf(one)]);
  return { type: 'object', properties: Object.fromEntries(members), anyOf: [{ required }, PROBLEM] };
}

interface Listed {
  readonly type?: unknown;
  readonly anyOf?: readonly Listed[];
}

/** The type alone, each of several in a branch of its own, as hosts of other dialects need it; a member of any form has none. */
function typeOf({ type, anyOf }: Listed): Listed {
  const types = anyOf?.map((one) => one.type) ?? (Array.isArray(type) ? (type as unknown[]) : null);
  if (types) return { anyOf: types.map((one) => ({ type: one })) };
  return type === undefined ? {} : { type };
}

/** Declares a tool that every host lists. Its input is checked here, its access and everything else by the operation behind it. */
export const tool = <I extends z.ZodRawShape, O extends z.ZodRawShape, R>(
  declared: ToolDeclaration<I, O, R, Answer<O>>,
): Tool => openTool('public', { ...declared, output: declared.output.extend(envelope) });

/**
 * Declares a tool that is listed to an enterprise key alone. It answers with the operation's own members by their names in decisions §9,
 * between the mark on what others wrote and what comes next.
 */
export const enterpriseTool = <I extends z.ZodRawShape, O extends z.ZodRawShape>({
  next,
  ...declared
}: Omit<ToolDeclaration<I, O, z.infer<z.ZodObject<O>>, never>, 'run' | 'output' | 'reply'> & {
  readonly reply: z.ZodObject<O>;
  next(answer: z.infer<z.ZodObject<O>>): NextStep[];
}): Tool =>
  openTool('enterprise', {
    ...declared,
    output: declared.reply.extend(frame),
    async run(ask, input) {
      const answer = await ask(input);
      return { ...answer, next: next(answer) };
    },
  });

function openTool<I extends z.ZodRawShape, R, A extends Record<string, unknown>>(
  audience: Audience,
  declared: ToolDeclaration<I, z.ZodRawShape, R, A>,
): Tool {
  const { name, title, description, document, refusedInput = {} } = declared;
  let definition: ToolDefinition | null = null;
  return {
    name,
    audience,
    get definition() {
      definition ??= {
        name,
        title,
        description,
        inputSchema: schemaOf(declared.input),
        outputSchema: listedOutput(declared.output),
        annotations: READS,
      };
      return definition;
    },
    document,
    async call(api, input, wrong = []) {
      if (wrong.length) throw await malformed(api, document, refusedInput, wrong);
      const parsed = readInput(declared.input, input ?? {});
      if (!parsed.success) throw await malformed(api, document, refusedInput, problemsIn(parsed.error));
      let cut = false;
      const ask: Ask<R> = async (variables) => {
        const answered = await api.ask(document, variables);
        if ('problem' in answered) throw new Refused(inToolsWords(answered.problem, declared.inputOf ?? {}));
        const fitting = withItemsCut(answered.reply);
        cut ||= fitting.cut;
        const read = declared.reply.safeParse(fitting.reply);
        if (read.success) return read.data;
        throw refuse('INTERNAL', api.baseUrl, `${api.baseUrl} answered in another form than this version knows.`);
      };
      const answer = await declared.run(ask, parsed.data, api);
      const whole = { untrusted: writtenByOthers(declared.untrusted, audience), ...answer };
      return cut ? { ...whole, truncated: true } : whole;
    },
  };
}

/** Reads an input; a member that is null where the schema takes none is absent, at any depth (decisions §2). */
function readInput<T extends z.ZodType>(schema: T, input: unknown): z.ZodSafeParseResult<z.output<T>> {
  const parsed = schema.safeParse(input, { reportInput: true }); // tells a missing member from a wrong one
  const nulls = parsed.error?.issues.filter(({ input: value }) => value === null).map(({ path }) => path) ?? [];
  if (nulls.length === 0) return parsed;
  const without = structuredClone(input);
  for (const path of nulls) deleteMember(without, path);
  return schema.safeParse(without, { reportInput: true });
}

function deleteMember(value: unknown, [name, ...rest]: readonly PropertyKey[]): void {
  if (typeof value !== 'object' || value === null || name === undefined) return;
  if (rest.length) deleteMember(Reflect.get(value, name), rest);
  else if (!Array.isArray(value)) Reflect.deleteProperty(value, name);
}

/**
 * The refusal of a malformed input. The gateway is asked with variables that it refuses first, so that it admits, counts and records the
 * caller as at every transport: a stranger's malformed call is 401, not 400 (architecture, A request).
 */
async function malformed(
  api: Api,
  document: string,
  refusedInput: Record<string, unknown>,
  errors: FieldProblem[],
): Promise<Refused> {
  const answer = await api.ask(document, refusedInput);
  if ('problem' in answer && answer.problem.code !== 'VALIDATION_FAILED') return new Refused(answer.problem);
  return refuseInput(api.baseUrl, errors);
}

function inToolsWords(problem: Problem, inputOf: Readonly<Record<string, string>>): Problem {
  if (!problem.errors) return problem;
  const renamed = (pointer: string): string => {
    const [, variable = '', ...rest] = pointer.split('/');
    return Object.hasOwn(inputOf, variable) ? ['', inputOf[variable], ...rest].join('/') : pointer;
  };
  return { ...problem, errors: problem.errors.map((one) => ({ ...one, pointer: renamed(one.pointer) })) };
}

/** The schema without what says nothing: that a whole number is one that JavaScript can hold. */
function schemaOf(schema: z.ZodType): ObjectSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { ...rest, type: 'object' };
}
