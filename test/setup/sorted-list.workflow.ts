import type { Item, SortedListCase } from './sorted-list.js';
import { insertRows, lowered, openPeople, type PersonOwner, printed, ROWS, text } from './sorted-list.people.js';

export const projects: SortedListCase = {
  operation: 'projects',
  selection: '{ id title summary status createdAt updatedAt tools { name } }',
  sorts: {
    created: printed('id'),
    updated: printed('updatedAt'),
    title: lowered('title'),
    status: printed('status'),
  },
  standard: '-created',
  naming: (item) => [
    text(item, 'title'),
    text(item, 'summary'),
    (item.tools as { name: string }[]).map(({ name }) => name).join(' '),
  ],
  timeOf: printed('updatedAt'),
  table: 'project',
  oldKey: ({ id }) => id.slice(4),
  open: openPeople,
  seed: (of, owner, from, to) =>
    insertRows(
      of,
      (owner as PersonOwner).person,
      from,
      to,
      `insert into project (id, user_id, slug, status, content, content_hash, changed_by, created_at, updated_at)
       select id, $2, 'p-' || id, case when number % 3 = 0 then 'ARCHIVED' else 'DRAFT' end,
         jsonb_build_object('title', name, 'summary', 'Sums up', 'description', null, 'url', null, 'repositoryUrl', null, 'tools',
           jsonb_build_array(jsonb_build_object('toolId', 'tol_' || id, 'slug', 's', 'name', 'Tool "' || number || '"', 'role', null, 'selectedAt', at))),
         'sha256:' || id, '{"kind":"session"}', at, at from ${ROWS}`,
    ),
};

export const skills: SortedListCase = {
  operation: 'agentSkills',
  selection: '{ id name description status riskCounts { high medium low } createdAt updatedAt }',
  sorts: {
    created: printed('id'),
    updated: printed('updatedAt'),
    name: lowered('name'),
    status: printed('status'),
    risk: (item) => riskOf(item),
  },
  standard: '-created',
  naming: (item) => [text(item, 'name'), text(item, 'description')],
  timeOf: printed('updatedAt'),
  table: 'agent_skill',
  oldKey: ({ id }) => id.slice(4),
  open: openPeople,
  seed: (of, owner, from, to) =>
    insertRows(
      of,
      (owner as PersonOwner).person,
      from,
      to,
      `insert into agent_skill (id, user_id, name, description, source_url, final_url, digest, content, reading, status, created_at, updated_at)
       select id, $2, name, 'Does it', 'https://x.example/SKILL.md', 'https://x.example/SKILL.md', 'sha256:' || id, '',
         jsonb_build_object('license', null, 'compatibility', null, 'allowedTools', null, 'bytes', 1, 'lines', 1, 'metadata', null,
           'headings', '[]'::jsonb, 'findings', '[]'::jsonb, 'validation', '{"valid":true,"errors":[],"warnings":[]}'::jsonb, 'riskCounts',
           jsonb_build_object('high', (number % 4 = 3)::int, 'medium', (number % 4 = 2)::int * 2, 'low', (number % 4)::int)),
         'DRAFT', at, at from ${ROWS}`,
    ),
};

export const LEVELS = ['none', 'low', 'medium', 'high'];

export const riskOf = ({ riskCounts }: Item): number => {
  const { high, medium, low } = riskCounts as Record<string, number>;
  return high ? 3 : medium ? 2 : low ? 1 : 0;
};

export const plans: SortedListCase = {
  operation: 'savedPlans',
  selection: '{ id title goal tools { name } createdAt updatedAt }',
  sorts: { created: printed('id'), updated: printed('updatedAt'), title: lowered('title') },
  standard: '-created',
  naming: (item) => [text(item, 'title'), text(item, 'goal')],
  timeOf: printed('updatedAt'),
  table: 'saved_plan',
  oldKey: ({ id }) => id.slice(4),
  open: openPeople,
  seed: (of, owner, from, to) =>
    insertRows(
      of,
      (owner as PersonOwner).person,
      from,
      to,
      `insert into saved_plan (id, user_id, title, intent, constraints, brief, digest, catalog_version, created_at, updated_at)
       select id, $2, name, 'Intent ' || number, '{}', '{"stack":[],"steps":[]}', 'sha256:' || id, 1, at, at from ${ROWS}`,
    ),
};
