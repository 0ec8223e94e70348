import { type ValidationError, validate } from 'class-validator';
import type { Principal, PrincipalKind, PrincipalOf, RequestContext, Scope } from './context.js';
import { Fault, type FieldProblem, invalid } from './fault.js';
import { withBareIds } from './graphql/id.edge.js';
import { isSameOrigin } from './http/origin.rules.js';
import { callerOf, type PolicyName } from './limits/limits.js';
import type { ShareName } from './limits/limits.shares.js';
import { nextTurn } from './yield.js';

/** An operation's declaration: who may call it, what they need, and which limit counts it. Checked at every transport. */
export interface Declaration {
  readonly name: string;
  readonly who: readonly PrincipalKind[];
  /** The scope that a workflow token needs. */
  readonly scope?: Scope;
  /** A project-scoped token is refused. */
  readonly accountLevel?: boolean;
  /** The operation changes something: a session must come from the workspace's own origin. */
  readonly writes?: boolean;
  /** The list of its input whose items are answered one by one: what is wrong with one of them refuses that one alone. */
  readonly itemsIn?: string;
  /**
   * A session must have proved itself in the last 15 minutes (decisions §2, Credentials): `always`, or `factor` where the act asks for the
   * password itself, so that only a second factor is needed beside it.
   */
  readonly fresh?: Freshness;
  /** Open to a session that must set up a second factor first: it belongs to setting one up. Everything else but public reading is refused then. */
  readonly enrols?: true;
  readonly limit: PolicyName;
  /** The share of the database for callers without a credential; every operation that asks the database and is open to them has one. */
  readonly share?: ShareName;
  /** The time that a call holds the process beside the weight of its answer, in hundredths of a millisecond: 5,000 is what a document may cost. */
  readonly cost?: number;
}

export interface Operation<I, O, Parts = object> {
  (ctx: RequestContext<Parts>, input: I): Promise<O>;
  readonly declaration: Declaration;
}

interface OperationExtras<I, Parts> {
  /** Replaces class-validator where one compiled JSON Schema is the contract: answers the fault for an input of any shape, or null. */
  readonly refuse?: (ctx: RequestContext<Parts>, input: unknown) => Promise<Fault | null>;
  readonly check?: (input: I) => FieldProblem[] | Promise<FieldProblem[]>;
  /** Called when an admitted caller's input is refused, before the caller hears of it; `input` is absent where it could not be read. */
  readonly inputRefused?: (ctx: RequestContext<Parts>, fault: Fault, input?: I) => Promise<void>;
}

interface Registered extends OperationExtras<never, object> {
  readonly declaration: Declaration;
  readonly run: (ctx: never, input: never) => Promise<unknown>;
}

/** Every operation by name: the access test walks it, and admission finds here what a malformed call asked for. */
export const operations = new Map<string, Registered>();

const KIND_NAMES: Record<PrincipalKind, string> = {
  anonymous: 'no credential',
  session: 'a signed-in session',
  workflow_token: 'a workflow token (dai_…)',
  tracking_key: 'a tracking key (dtk_…)',
  enterprise_key: 'an enterprise key (dae_…)',
};

export type Freshness = 'always' | 'factor';

/** How long a proof counts. */
export const PROOF_MS = 15 * 60 * 1000;

const PROOFS = {
  verify: 'Enter a code of your authenticator app to go on.',
  password: 'Enter your password to go on.',
  provider: 'Sign in again through your single sign-on to go on, with its second factor.',
};

/** The proof that a session has to give before an act, or null. */
export function proofFault(principal: Principal, now: Date, fresh: Freshness): Fault | null {
  if (principal.kind !== 'session' || (fresh === 'factor' && !principal.secondFactor)) return null;
  if (now.getTime() - principal.provenAt.getTime() <= PROOF_MS) return null;
  return wantedProof(principal);
}

/** The refusal that names the proof which a session has to give. */
export function wantedProof({ secondFactor, providerFactor }: PrincipalOf<'session'>): Fault {
  const code = secondFactor || providerFactor ? 'verify' : 'password';
  const say = PROOFS[providerFactor ? 'provider' : code];
  return new Fault('SECOND_FACTOR_REQUIRED', { say, errors: [{ pointer: '', code, detail: say }] });
}

const ENROLL = 'Set up a second factor first: your organization or your role requires it.';

/** Whether a session must set up a second factor before anything else is open to it. */
export const mustEnroll = (principal: Principal, now: Date): boolean =>
  principal.kind === 'session' && principal.enrollBy !== null && principal.enrollBy <= now;

/** The refusal of a session that must set up a second factor before anything else, or null (decisions §2, Credentials). */
export function enrolmentFault(principal: Principal, now: Date): Fault | null {
  if (!mustEnroll(principal, now)) return null;
  return new Fault('SECOND_FACTOR_REQUIRED', {
    say: ENROLL,
    errors: [{ pointer: '', code: 'enroll', detail: ENROLL }],
  });
}

/** The same for an act that needs a proof only in some of its forms. */
export function requireProof({ principal, platform }: RequestContext): void {
  const fault = proofFault(principal, platform.clock.now(), 'always');
  if (fault) throw fault;
}

/** Access and limit, in this order, before any look at the input: a stranger's malformed call is 401 (architecture, A request). */
export async function admit(ctx: RequestContext, declared: Declaration): Promise<void> {
  const refusal = accessFault(ctx, declared);
  if (refusal) throw refusal;
  if (!ctx.counted) await ctx.platform.limits.count(declared.limit, ctx.req, ctx.res, callerOf(ctx));
}

/** Why this caller may not call the operation, or null; counts nothing. */
export function accessFault(
  { principal, req, platform }: Pick<RequestContext, 'principal' | 'req' | 'platform'>,
  declared: Declaration,
): Fault | null {
  if (principal.kind === 'anonymous' && principal.refusal) return principal.refusal;
  if (!declared.who.includes(principal.kind)) return kindFault(principal.kind, declared.who);
  if (principal.kind === 'tracking_key' && req.headers.origin !== undefined)
    return new Fault('WRONG_CREDENTIAL', {
      say: 'A tracking key is for servers: a request with an Origin header is refused. If this key reached a browser, revoke it.',
      errors: [{ pointer: '', code: 'browser_use_refused', detail: 'the request carries an Origin header' }],
    });
  if (principal.kind === 'workflow_token') {
    if (declared.accountLevel && principal.projectId)
      return new Fault('PROJECT_SCOPED_TOKEN', {
        because: `token ${principal.credentialId} is bound to project ${principal.projectId}`,
      });
    if (declared.scope && !principal.scopes.includes(declared.scope))
      return new Fault('INSUFFICIENT_SCOPE', { say: `This needs the scope ${declared.scope}.` });
  }
  if (principal.kind === 'session' && declared.writes && !isSameOrigin(req.headers, platform.config.workspaceUrl))
    return new Fault('CROSS_ORIGIN');
  const isOpen = declared.enrols || declared.who.includes('anonymous');
  const enrolment = isOpen ? null : enrolmentFault(principal, platform.clock.now());
  if (enrolment) return enrolment;
  return declared.fresh ? proofFault(principal, platform.clock.now(), declared.fresh) : null;
}

/** Why a caller of this kind may not call what takes other kinds. */
export function kindFault(kind: PrincipalKind, who: readonly PrincipalKind[]): Fault {
  const needed = who.map((one) => KIND_NAMES[one]).join(' or ');
  if (kind === 'anonymous')
    return new Fault('UNAUTHENTICATED', {
      say: `This needs ${needed}.`,
      errors: [{ pointer: '', code: 'missing', detail: 'no credential was sent' }],
    });
  if (who.length === 1 && who[0] === 'session')
    return new Fault('SESSION_REQUIRED', { say: `This needs ${needed}; ${KIND_NAMES[kind]} was sent.` });
  return new Fault('WRONG_CREDENTIAL', { say: `This needs ${needed}; ${KIND_NAMES[kind]} was sent.` });
}

/**
 * Declares an operation: calling it checks access, limit and input in this order, then runs it with bare UUIDs for the ids that its
 * input declares (`IdOf`). `run` has the operation's name, so that a stack trace and a profile show it.
 * The input is a class with class-validator's constraints, or whatever `refuse` and `run` check themselves.
 */
export function operation<I, O, Parts extends object = object>(
  declaration: Declaration,
  run: (ctx: RequestContext<Parts>, input: I) => Promise<O>,
  extras: OperationExtras<I, Parts> = {},
): Operation<I, O, Parts> {
  if (operations.has(declaration.name)) throw new Error(`operation ${declaration.name} is declared twice`);
  operations.set(declaration.name, { declaration, run, ...extras } as Registered);
  const call = async (ctx: RequestContext<Parts>, input: I): Promise<O> => {
    await admit(ctx, declaration);
    const turn = nextTurn(ctx);
    if (turn) await turn;
    if (!extras.refuse) {
      const problems = await constraintProblems(input);
      if (problems.length === 0 && extras.check) problems.push(...(await extras.check(input)));
      if (problems.length) {
        const fault = invalid(problems);
        await extras.inputRefused?.(ctx, fault, input);
        throw fault;
      }
    }
    const valid = extras.refuse ? input : withBareIds(input);
    const { share } = declaration;
    return share === undefined ? run(ctx, valid) : inShareOf(ctx, share, () => run(ctx, valid));
  };
  return Object.assign(call, { declaration });
}

/** Runs what asks the database: for a caller without a credential within that share of the connections (docs/decisions/0065). */
export const inShareOf = <Row>(
  { platform, principal, req, res }: RequestContext,
  share: ShareName,
  work: () => Promise<Row>,
): Promise<Row> => (principal.kind === 'anonymous' ? platform.limits.inShare(share, req, res, work) : work());

async function constraintProblems(input: unknown): Promise<FieldProblem[]> {
  if (typeof input !== 'object' || input === null) return [];
  return flatten(await validate(input, { forbidUnknownValues: false }), '');
}

function flatten(found: ValidationError[], at: string): FieldProblem[] {
  return found.flatMap((one) => {
    const pointer = `${at}/${one.property}`;
    const { required, ...broken } = one.constraints ?? {};
    // A missing member breaks every other constraint too; those would add nothing, so only `required` is reported.
    const own = Object.entries(required === undefined ? broken : { required }).map(([code, detail]) => ({
      pointer,
      code: snakeCase(code),
      detail,
    }));
    return [...own, ...flatten(one.children ?? [], pointer)];
  });
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
