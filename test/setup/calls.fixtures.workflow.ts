import { readSkill } from '../../server/skills/reading.rules.js';
import { unique } from './cast.js';
import type { SourcedApp } from './skill-source.js';
import { skillText } from './skills.js';

export type ProjectState = 'DRAFT' | 'APPROVED' | 'PUBLISHED';
export type SkillState = 'DRAFT' | 'VERIFIED' | 'PUBLISHED';

/** Projects and skills of one of the demo's people, created for each call; written to the database, since the endpoints are what is tested. */
export function workflowFixturesOf(app: SourcedApp, email: string) {
  const sql = (text: string, values: unknown[]) => app.app.platform.em().execute<{ id: string }[]>(text, values);
  const newProject = async (state: ProjectState = 'DRAFT') => {
    const slug = `made-${unique()}`;
    const contentHash = `sha256:${unique().repeat(4)}`;
    const text = { title: 'Made', summary: 'Made.', description: null, url: null, repositoryUrl: null };
    const content = JSON.stringify({ ...text, tools: [] });
    const rows = await sql(
      `insert into project (id, user_id, slug, status, content, content_hash, changed_by, created_at, updated_at)
       select gen_random_uuid(), id, ?, 'DRAFT', ?::jsonb, ?, '{"kind":"session","name":"made"}', now(), now() from auth."user" where email = ? returning id`,
      [slug, content, contentHash, email],
    );
    const id = rows[0]?.id;
    if (state === 'APPROVED')
      await sql(
        `with approved as (update project set status = 'APPROVED' where id = ? returning *)
         insert into project_approval (id, project_id, revision, content_hash, approved_by, approved_at, expires_at)
         select gen_random_uuid(), id, revision, content_hash, user_id, now(), now() + interval '1 day' from approved`,
        [id],
      );
    if (state === 'PUBLISHED')
      await sql(
        `update project set status = 'PUBLISHED', published_revision = revision, published_content = content, published_hash = content_hash,
           published_at = now() where id = ?`,
        [id],
      );
    return { projectId: `prj_${id}`, slug, revision: 1, contentHash };
  };
  const newSkill = async (state: SkillState = 'DRAFT') => {
    const { name, description, digest, content, ...reading } = readSkill(Buffer.from(skillText()), app.skillUrl);
    const rows = await sql(
      `insert into agent_skill (id, user_id, name, description, source_url, final_url, digest, content, reading, status, created_at, updated_at,
         verified_at, verified_by, published_at, published_by)
       select gen_random_uuid(), id, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, now(), now(), now(), id, now(), id from auth."user" where email = ? returning id`,
      [name, description, app.skillUrl, app.skillUrl, digest, content, JSON.stringify(reading), state, email],
    );
    return { skillId: `skl_${rows[0]?.id}`, digest };
  };
  return { newProject, newSkill };
}
