import { createHash } from 'node:crypto';
import { mintToken } from '../../server/accounts/index.js';
import type { TestApp } from './app.js';
import { query } from './database.js';

/** A workflow token of the person behind another one, with scopes or a project of its own. */
export async function mintWorkflowToken(
  app: TestApp,
  of: string,
  { scopes = ['project:read', 'tools:read', 'project:publish'], projectId = null as string | null } = {},
): Promise<string> {
  const token = mintToken('workflow_token');
  const hash = (one: string): Buffer => createHash('sha256').update(one).digest();
  await query(
    app.databaseUrl,
    `insert into credential (id, kind, hash, hint, name, user_id, scopes, project_id, created_at, expires_at)
     select gen_random_uuid(), kind, $2, 'dai_…made', 'made', user_id, $3::jsonb, $4, now(), now() + interval '1 day' from credential where hash = $1`,
    [hash(of), hash(token), JSON.stringify(scopes), projectId],
  );
  return token;
}
