import type { TestApp } from './app.js';
import { askGraphql } from './ask.js';
import { query } from './database.js';
import type { Outside } from './outside.js';
import type { Person } from './people.js';
import { addTools, makeFacts } from './plans.js';
import { decide } from './skills.js';

export const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const LONG_WORD = 'W'.repeat(100);

/** A tool whose texts try everything that a text can try. */
export async function addHostileTool(app: TestApp, slug = 'hostile-tool'): Promise<string> {
  await addTools(
    app,
    makeFacts(slug, {
      name: `\u202eevil ${MARKUP}`.slice(0, 80),
      summary: `${MARKUP} </script><!-- ${LONG_WORD} مرحبا بالعالم 👩‍🚀`,
      aliases: [LONG_WORD.slice(0, 60)],
      install: { kind: 'npm', command: `npm install ${'w'.repeat(120)}` },
      docs: { url: `https://docs.example/${LONG_WORD}`, llmsTxt: null, openapi: null },
    }),
  );
  return slug;
}

/** Imports a skill of a person and takes it all the way to the public; answers its id. */
export async function publishSkill(app: TestApp, outside: Outside, person: Person, text: string): Promise<string> {
  const skillId = await importSkill(app, outside, person, text);
  const [row] = await query<{ digest: string }>(app.databaseUrl, 'select digest from agent_skill where id = $1', [
    skillId.replace('skl_', ''),
  ]);
  const about = { skillId, digest: row?.digest };
  for (const [act, input] of [
    ['verifyAgentSkill', about],
    ['publishAgentSkill', { ...about, acknowledgeRisk: true }],
  ] as const) {
    const { errors } = await decide(app, person, act, input);
    if (errors.length) throw new Error(`${act}: ${JSON.stringify(errors)}`);
  }
  return skillId;
}

/** Imports a skill as a private draft; answers its id. */
export async function importSkill(app: TestApp, outside: Outside, person: Person, text: string): Promise<string> {
  const skillUrl = outside.serve('/skills/release-notes/SKILL.md', text);
  const { data, errors } = await askGraphql<{ importAgentSkill: { skill: { id: string } } }>(
    app,
    'mutation ($input: ImportAgentSkillInput!, $key: String) { importAgentSkill(input: $input, idempotencyKey: $key) { skill { id } } }',
    { input: { skillUrl, confirm: true, status: 'DRAFT' }, key: `k-${crypto.randomUUID()}` },
    person,
  );
  const id = data?.importAgentSkill.skill.id;
  if (!id) throw new Error(`no import: ${JSON.stringify(errors)}`);
  return id;
}

/** Weekly figures of a package by day, as its registry counted them, before the one that the starter catalog has. */
export async function addWeeks(app: Pick<TestApp, 'databaseUrl'>, subject: string, weeks = 9): Promise<void> {
  for (let week = 1; week <= weeks; week += 1)
    await query(
      app.databaseUrl,
      `insert into measure_day (kind, subject, day, state, id, value, source, noted_at)
       values ('npm_weekly_downloads', $1, date '2026-08-16' - 7 * $2::int, 'taken', gen_random_uuid(), 16000000 - 100000 * $2::int, 'a test', now())`,
      [subject, week],
    );
  await query(
    app.databaseUrl,
    `with head as (update catalog_head set version = version + 1 returning version)
     update tool set version = head.version from head where id in (select tool_id from tool_subject where subject = $1)`,
    [subject],
  );
}
