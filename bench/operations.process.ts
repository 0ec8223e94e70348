import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import {
  type ASTNode,
  type DocumentNode,
  execute,
  Kind,
  parse,
  print,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import pg from 'pg';
import { buildApp } from '../server/app/app.js';
import { openDatabase } from '../server/app/database.js';
import { openSchema } from '../server/app/schema.js';
import { loadStarterCatalog } from '../server/app/starter.js';
import { prepareDemo } from '../server/demo/demo.js';
import { systemClock } from '../server/platform/clock.js';
import { readConfig } from '../server/platform/config.js';
import { bindContext, type Principal } from '../server/platform/context.js';
import { openLog } from '../server/platform/log.js';
import { type MeasuredCall, measuredCalls, type Seeded } from './operations.list.js';
import { seedLists } from './operations.seed.js';
import { type Sent, watchStatements } from './statements.watch.js';

/** An order to the measuring process: so many calls of one operation, or the statements of one call so many times, bare. */
export interface OperationOrder {
  readonly name: string;
  readonly kind: 'call' | 'bare';
  readonly times: number;
}

export interface OperationReport {
  /** Null where the build, an earlier one, has no such operation. */
  readonly cpuMicros: number | null;
  /** Null likewise. */
  readonly statements: number | null;
}

/** The process's message when it is ready: its port, and each call as a client sends it. */
export interface ReadyReport {
  readonly port: number;
  readonly requests: Record<string, { readonly headers: Record<string, string>; readonly body: string }>;
}

/** How often a call runs before it is measured, so that it is compiled. */
const WARM_UP_CALLS = 80;

/** One build on a database of its own: it seeds it, says that it is ready, and then takes one order after the other. */
const watch = watchStatements(pg.Client.prototype);
const [dataDir = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000000' });
const log = openLog('silent');
const database = await openDatabase(config, log);
process.once('uncaughtException', (error) => {
  console.error(error);
  void database.close().then(() => process.exit(1)); // the embedded server would outlive the process
});
await loadStarterCatalog(database.workOrm.em.fork(), new Date());
const sessionSecret = 'measured-measured-measured-measured';
const app = await buildApp({
  config,
  orm: database.orm,
  clock: systemClock,
  log,
  databaseUrl: database.url,
  sessionSecret,
});
const credentials = await prepareDemo(app, database, config);
const schema = await openSchema();
const makeContext = bindContext(app.platform, app.parts);
const { req, res } = await holdRequest(credentials.workflowToken, config.workspaceUrl);
const anonymous: Principal = { kind: 'anonymous', refusal: null };
const principals: Record<MeasuredCall['by'], Principal> = {
  agent: await app.parts.principals.resolve(req),
  builder: await sessionOf(credentials.users.builder.email),
  owner: await sessionOf(credentials.users.owner.email),
  anonymous,
};

const prepared = new Map<string, DocumentNode>();
const seeded = await seedLists(
  async (by, document, variables) => {
    const [field] = Object.values(await run(by, document, variables));
    return (field ?? {}) as Record<string, unknown>;
  },
  database.directUrl,
  { ...credentials, builderEmail: credentials.users.builder.email },
);
app.parts.catalog.changed();
const gateway = createServer(app.express).listen(0, '127.0.0.1');
await once(gateway, 'listening');
const ready = await readyReport();
watch.undoCommits(); // from here on every call meets the same rows
const calls = new Map(measuredCalls.map((call) => [call.name, () => measured(call, seeded)]));
/** Calls whose variables have types that this build, an earlier one, does not have. */
const unknown = new Set(
  measuredCalls
    .filter(({ document, operation }) => document !== null && !hasItsTypes(document, operation))
    .map(({ name }) => name),
);
const warm = new Set<string>();
const alone = new pg.Client({ connectionString: database.url });
await alone.connect();
process.on('message', (order: OperationOrder) => void follow(order).then((report) => process.send?.(report)));
process.on(
  'disconnect',
  () =>
    void alone
      .end()
      .then(() => gateway.close())
      .then(() => app.close())
      .then(() => database.close())
      .then(() => process.exit()),
);
process.send?.(ready);

async function follow({ name, kind, times }: OperationOrder): Promise<OperationReport> {
  const call = calls.get(name);
  if (!call) throw new Error(`no operation ${name} is measured`);
  if (unknown.has(name)) return { cpuMicros: null, statements: null };
  if (!warm.has(name)) for (let turn = 0; turn < WARM_UP_CALLS; turn += 1) await call();
  warm.add(name);
  const sent = await statementsOf(call);
  const run = kind === 'bare' ? () => watch.replay(sent, alone) : call;
  const before = process.cpuUsage();
  for (let turn = 0; turn < times; turn += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return { cpuMicros: (user + system) / times, statements: sent.length };
}

/** The statements of one call: of three calls, the shortest had no timer's work in between. */
async function statementsOf(call: () => Promise<unknown>): Promise<readonly Sent[]> {
  const seen: (readonly Sent[])[] = [];
  for (let turn = 0; turn < 3; turn += 1) seen.push(await watch.during(call));
  return seen.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function measured({ by, document, operation, variables }: MeasuredCall, of: Seeded): Promise<unknown> {
  return document === null ? app.parts.principals.resolve(req) : run(by, document, variables(of), operation);
}

/** Runs a document as graphql-js does, without a transport; an answer with an error fails the bench. */
async function run(
  by: MeasuredCall['by'],
  text: string,
  variableValues: Record<string, unknown>,
  operationName?: string,
): Promise<Record<string, unknown>> {
  const document = prepared.get(text) ?? parse(text);
  prepared.set(text, document);
  const contextValue = makeContext(principals[by], req, res);
  const { data, errors } = await execute({ schema, document, contextValue, variableValues, operationName });
  if (errors?.[0]) throw errors[0];
  return { ...data };
}

/** Signs the demo's people in, as long as sessions are stored, and writes each call as their client would send it. */
async function readyReport(): Promise<ReadyReport> {
  const { port } = gateway.address() as AddressInfo;
  const signIn = async (user: { email: string; password: string }): Promise<Record<string, string>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: config.workspaceUrl },
      body: JSON.stringify({ email: user.email, password: user.password }),
    });
    if (!answer.ok) throw new Error(`no sign-in: ${answer.status} ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    return { cookie: cookies.join('; '), origin: config.workspaceUrl };
  };
  const headers: Record<MeasuredCall['by'], Record<string, string>> = {
    agent: { authorization: `Bearer ${credentials.workflowToken}` },
    builder: await signIn(credentials.users.builder),
    owner: await signIn(credentials.users.owner),
    anonymous: {},
  };
  const requests: ReadyReport['requests'] = {};
  for (const { name, by, document, operation, variables } of measuredCalls) {
    const query = document === null ? '{ __typename }' : ofOperation(document, operation);
    const body = JSON.stringify({ query, variables: variables(seeded), operationName: operation });
    requests[name] = { headers: { ...headers[by], 'content-type': 'application/json' }, body };
  }
  return { port, requests };
}

/**
 * The operation of a document that is meant, with its fragments in their places, as a screen sends it. A field that an earlier build does not
 * have is left out, as `execute` does; a fragment on a type that it does not have is read where it stands.
 */
function ofOperation(document: string, operation: string | undefined): string {
  const parsed = parse(document);
  const meant = separateOperations(parsed)[operation ?? ''] ?? parsed;
  const types = new TypeInfo(schema);
  const known = visitWithTypeInfo(types, {
    Field: () => (types.getFieldDef() ? undefined : null),
    Directive: () => (types.getDirective() ? undefined : null), // a note for the generators of types
  });
  return print(visit(withoutFragments(meant), known));
}

function withoutFragments({ definitions }: DocumentNode): DocumentNode {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const inPlace = <Node extends ASTNode>(node: Node): Node =>
    visit(node, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (!fragment) throw new Error(`no fragment ${name.value}`);
        const typeCondition = schema.getType(fragment.typeCondition.name.value) ? fragment.typeCondition : undefined;
        return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: inPlace(fragment.selectionSet) };
      },
    });
  const operations = definitions.filter(({ kind }) => kind !== Kind.FRAGMENT_DEFINITION);
  return { kind: Kind.DOCUMENT, definitions: operations.map(inPlace) };
}

function hasItsTypes(document: string, operation: string | undefined): boolean {
  let known = true;
  const NamedType = ({ name }: { name: { value: string } }) => {
    known &&= schema.getType(name.value) !== undefined;
  };
  visit(parse(ofOperation(document, operation)), {
    VariableDefinition: { enter: ({ type }) => visit(type, { NamedType }) },
  });
  return known;
}

async function sessionOf(email: string): Promise<Principal> {
  const client = new pg.Client({ connectionString: database.directUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from auth."user" where email = $1',
    [email],
  );
  await client.end();
  const [person] = rows;
  if (!person) throw new Error(`the demo has no ${email}`);
  const { id: userId, name } = person;
  return {
    kind: 'session',
    userId,
    sessionId: '',
    email,
    name,
    emailVerified: true,
    reviewer: false,
    secondFactor: false,
    enrollBy: null,
    providerFactor: false,
    provenAt: new Date(),
  };
}

/** A real request of an agent that is never answered: every measured call is one of it. */
async function holdRequest(token: string, origin: string): Promise<{ req: Request; res: Response }> {
  const requests = express();
  const server = createServer(requests).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    requests.use((req: Request, res: Response) => {
      req.requestId = 'measured';
      resolve({ req, res });
    });
    get({ port, host: '127.0.0.1', headers: { authorization: `Bearer ${token}`, origin } }).on(
      'error',
      () => undefined,
    );
  });
}
