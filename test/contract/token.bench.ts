import { askGraphql, signIn } from '../setup/ask.js';
import type { SourcedApp } from '../setup/skill-source.js';
import { createToken, makeProjectRow, makeToken, tokenIdOf } from '../setup/tokens.js';
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

/** One token for each column, created through the endpoint where there is one. */
export async function setUpBench(app: SourcedApp): Promise<Bench> {
  const { users, otherTenant } = app.credentials;
  const builder = { cookie: await signIn(app, users.builder) };
  const viewer = await askGraphql<{ viewer: { user: { id: string } } }>(app, '{ viewer { user { id } } }', {}, builder);
  const projectId = await makeProjectRow(app, viewer.data?.viewer.user.id ?? '');
  const create = async (scopes: string[], more = {}) => (await makeToken(app, builder, { scopes, ...more })).token;
  const full = await create(['project:read', 'tools:read', 'project:publish']);
  return {
    email: users.builder.email,
    projectId,
    spareTokenId: await tokenIdOf(app, await create(['project:read'])),
    tokens: {
      full,
      readOnly: await create(['project:read']),
      toolsOnly: await create(['tools:read']),
      publishOnly: await create(['project:publish']),
      projectScoped: await create(['project:read', 'tools:read'], { projectId }),
      otherPerson: await createToken(app, otherTenant.workflowToken),
      expired: await createToken(app, full, { days: -1 }),
      revoked: await createToken(app, full, { revoked: true }),
    },
  };
}
