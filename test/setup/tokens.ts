import { createHash, randomUUID } from 'node:crypto';
import { storeWorkflowToken } from '../../server/accounts/index.js';
import type { Scope } from '../../server/platform/context.js';
import type { TestApp } from './app.js';
import { askGraphql, type GraphqlReply } from './ask.js';
import { query } from './database.js';

const ALL: Scope[] = ['project:read', 'tools:read', 'project:publish'];
const DAY_MS = 86_400_000;

interface MadeToken {
  readonly scopes?: Scope[];
  /** A bare UUID. */
  readonly projectId?: string | null;
  /** Days until it ends; one that ended has fewer than 0. */
  readonly days?: number;
  readonly revoked?: boolean;
}

/** A workflow token of the person behind another one, with scopes, a project or an end of its own. */
export async function createToken(
  app: TestApp,
  of: string,
  { scopes = ALL, projectId = null, days = 1, revoked = false }: MadeToken = {},
): Promise<string> {
  const [owner] = await query<{ id: string }>(app.databaseUrl, 'select user_id as id from credential where hash = $1', [
    hashOf(of),
  ]);
  const now = app.clock.now();
  const created = await storeWorkflowToken(app.app.platform.em(), {
    userId: owner?.id ?? '',
    name: 'made',
    scopes,
    projectId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
    ...(revoked ? { revokedAt: now } : {}),
  });
  return created.token;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** `tok_…` of a token that a test holds. */
export async function tokenIdOf(app: TestApp, token: string): Promise<string> {
  const rows = await query<{ id: string }>(app.databaseUrl, 'select id from credential where hash = $1', [
    hashOf(token),
  ]);
  return `tok_${rows[0]?.id}`;
}

export interface CreatedToken {
  token: string;
  tokenId: string;
  name: string;
  scopes: string[];
  projectId: string | null;
  expiresAt: string;
  configs: Record<'claudeCode' | 'cursor' | 'codex' | 'generic', ClientConfig>;
}
export interface ClientConfig {
  file: string | null;
  format: string;
  text: string;
  command: string | null;
}

/** Creates a token through the endpoint. */
export const askToken = (
  app: Pick<TestApp, 'url'>,
  caller: { cookie?: string; token?: string },
  input: Record<string, unknown> = {},
): Promise<GraphqlReply<{ createWorkflowToken: CreatedToken }>> =>
  askGraphql(
    app,
    `mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) {
      token tokenId name scopes projectId expiresAt configs { generic { file format text command } } } }`,
    { input: { name: 'a token', scopes: ['project:read'], ...input } },
    caller,
  );

/** The same, for tests that are about something else. */
export async function makeToken(
  app: Pick<TestApp, 'url'>,
  caller: { cookie: string },
  input: Record<string, unknown> = {},
): Promise<CreatedToken> {
  const reply = await askToken(app, caller, input);
  if (!reply.data) throw new Error(`no token: ${JSON.stringify(reply.errors)}`);
  return reply.data.createWorkflowToken;
}

export const revokeToken = (
  app: Pick<TestApp, 'url'>,
  caller: { cookie?: string; token?: string },
  tokenId: string,
): Promise<GraphqlReply<{ revokeWorkflowToken: boolean }>> =>
  askGraphql(app, 'mutation ($tokenId: ID!) { revokeWorkflowToken(tokenId: $tokenId) }', { tokenId }, caller);

/** A project row of a person (`usr_…`), for tests of what is bound to it; answers `prj_…`. */
export async function makeProjectRow(app: TestApp, userId: string, status = 'DRAFT'): Promise<string> {
  const id = randomUUID();
  await query(
    app.databaseUrl,
    `insert into project (id, user_id, slug, status, content, content_hash, changed_by, created_at, updated_at,
       published_revision, published_content, published_hash, published_at)
     values ($1, $2, $5, $3, $4::jsonb, 'sha256:made', '{"kind":"session","name":"made"}', now(), now(), 1, $4::jsonb, 'sha256:made', now())`,
    [
      id,
      userId.slice(4),
      status,
      JSON.stringify({
        title: 'Made',
        summary: 'Made.',
        description: null,
        url: null,
        repositoryUrl: null,
        tools: [],
      }),
      `made-${id}`,
    ],
  );
  return `prj_${id}`;
}
