import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';
import { askGraphql } from './ask.js';
import { query } from './database.js';
import { type Company, makeCompany, makePerson } from './people.js';

type Database = Pick<TestApp, 'databaseUrl'>;

/** A tool of the directory; answers its public id. */
export async function makeTool({ databaseUrl }: Database): Promise<string> {
  const id = randomUUID();
  await query(
    databaseUrl,
    `insert into tool (id, slug, name, summary, categories, capabilities, pricing_model, maturity, origin, version, created_at, updated_at)
     values ($1, $2, 'A Tool', 'A tool.', '[]', '[]', 'unknown', 'unknown', 'test', 0, now(), now())`,
    [id, `tool-${id}`],
  );
  return `tol_${id}`;
}

/** The domain of a company that was made without one; its proof is a matter of its own. */
const DOMAIN = `coalesce(o.domain, o.id || '.example')`;

/** Links a company's product to a tool, as an approved partner draft does: with the company's domain of that moment. */
export async function linkTool(
  { databaseUrl }: Database,
  { organizationId, productId }: Pick<Company, 'organizationId' | 'productId'>,
  toolId: string,
): Promise<void> {
  await query(
    databaseUrl,
    `insert into product_tool (organization_id, product_uuid, tool_id, linked_at, linked_by, domain)
     select p.organization_id, p.id, $3, now(), gen_random_uuid(), ${DOMAIN} from product p join organization o on o.id = p.organization_id
     where p.organization_id = $1 and p.product_id = $2`,
    [organizationId.slice(4), productId, toolId.slice(4)],
  );
}

/** Proves the domain of a company, or takes the proof back. */
export async function setDomainVerified({ databaseUrl }: Database, organizationId: string, verified = true) {
  await query(databaseUrl, `update organization o set domain_verified_at = $2, domain = ${DOMAIN} where o.id = $1`, [
    organizationId.slice(4),
    verified ? new Date() : null,
  ]);
}

/** A company whose domain is verified and whose product is linked to a tool of its own. */
export async function makeLinkedCompany(app: TestApp): Promise<Company & { toolId: string }> {
  const company = await makeCompany(app);
  const toolId = await makeTool(app);
  await setDomainVerified(app, company.organizationId);
  await linkTool(app, company, toolId);
  return { ...company, toolId };
}

/** A project of a new person that lists these tools; published unless something else is given. Answers its public id. */
export async function makeProject(app: TestApp, toolIds: readonly string[], status = 'PUBLISHED'): Promise<string> {
  const person = await makePerson(app);
  const id = randomUUID();
  const selectedAt = new Date().toISOString();
  const content = {
    title: 'A project',
    tools: toolIds.map((toolId) => ({ toolId, slug: toolId, name: 'A Tool', role: null, selectedAt })),
  };
  await query(
    app.databaseUrl,
    `insert into project (id, user_id, slug, status, content, content_hash, changed_by, published_revision, published_content, published_hash,
       published_at, created_at, updated_at)
     select $1, $2, $3, $4, $5, 'hash', '{}', made.revision, case when made.revision is not null then $5::jsonb end, made.hash, made.at, now(), now()
     from (select 1 as revision, 'hash' as hash, now() as at where $4 in ('PUBLISHED', 'ARCHIVED') union all
       select null, null, null where $4 not in ('PUBLISHED', 'ARCHIVED')) made`,
    [id, person.id.slice(4), `project-${id}`, status, JSON.stringify(content)],
  );
  return `prj_${id}`;
}

/** Takes a project out of the public, or makes it public (again). */
export async function setProjectStatus({ databaseUrl }: Database, projectId: string, status: string): Promise<void> {
  await query(
    databaseUrl,
    `update project set status = $2, published_revision = 1, published_content = content, published_hash = 'hash', published_at = now() where id = $1`,
    [projectId.slice(4), status],
  );
}

/** The company's owner gives it another domain, which it then proves as its own. */
export async function moveDomain(app: TestApp, { organizationId, owner }: Company, domain: string): Promise<void> {
  const { errors } = await askGraphql(
    app,
    'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { id } }',
    { input: { organizationId, domain } },
    { cookie: owner.cookie },
  );
  if (errors.length) throw new Error(JSON.stringify(errors));
  await setDomainVerified(app, organizationId);
}

/** The domain that a company has now. */
export async function domainOf({ databaseUrl }: Database, { organizationId }: Company): Promise<string> {
  const [found] = await query<{ domain: string }>(databaseUrl, 'select domain from organization where id = $1', [
    organizationId.slice(4),
  ]);
  return found?.domain ?? '';
}
