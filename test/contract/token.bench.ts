import { askGraphql, signIn } from '../setup/ask.js';
import type { SourcedApp } from '../setup/skill-source.js';
import { makeProjectRow, makeToken, mintWorkflowToken, tokenIdOf } from '../setup/tokens.js';
import type { Column } from './token.matrix.js';

/** The person whose things are asked for, and what of theirs stands already. */
export interface Bench {
  readonly email: string;
  readonly tokens: Record<Column, string>;
  /** `prj_…`, of the token that is bound to one. */
  readonly projectId: string;
  /** A live token of the person that no one sends. */
  readonly spareTokenId: string;
}

/** One token for each column, minted through the door where there is one. */
export async function setUpBench(app: SourcedApp): Promise<Bench> {
  const { users, otherTenant } = app.credentials;
  const builder = { cookie: await signIn(app, users.builder) };
  const viewer = await askGraphql<{ viewer: { user: { id: string } } }>(app, '{ viewer { user { id } } }', {}, builder);
  const projectId = await makeProjectRow(app, viewer.data?.viewer.user.id ?? '');
  const mint = async (scopes: string[], more = {}) => (await makeToken(app, builder, { scopes, ...more })).token;
  const full = await mint(['project:read', 'tools:read', 'project:publish']);
  return {
    email: users.builder.email,
    projectId,
    spareTokenId: await tokenIdOf(app, await mint(['project:read'])),
    tokens: {
      full,
      readOnly: await mint(['project:read']),
      toolsOnly: await mint(['tools:read']),
      publishOnly: await mint(['project:publish']),
      projectScoped: await mint(['project:read', 'tools:read'], { projectId }),
      otherPerson: await mintWorkflowToken(app, otherTenant.workflowToken),
      expired: await mintWorkflowToken(app, full, { days: -1 }),
      revoked: await mintWorkflowToken(app, full, { revoked: true }),
    },
  };
}
