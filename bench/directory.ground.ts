import { readFileSync } from 'node:fs';
import pg from 'pg';
import { newUuid } from '../server/platform/ids.js';

/** How many tools the directory is measured with (issue: ten times the starter catalog and more). */
export const TOOLS = 10_000;

/** Fills the catalog up to `TOOLS` with copies of its own tools under other names, and answers names to look for. */
export async function fillCatalog(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: own } = await client.query<{ slug: string; name: string }>(
      'select slug, name from tool order by slug',
    );
    const version = await client.query<{ version: string }>(
      'update catalog_head set version = version + 1, changed_at = now() where id = 1 returning version',
    );
    const copies = Array.from({ length: TOOLS - own.length }, (_item, index) => {
      const { slug, name } = own[index % own.length] ?? { slug: '', name: '' };
      const number = Math.floor(index / own.length) + 2;
      return {
        id: newUuid(),
        of: slug,
        slug: `${slug}-${number}`,
        name: `${name} ${WORDS[number % WORDS.length]} ${number}`,
      };
    });
    await client.query(
      `insert into tool (id, slug, name, aliases, summary, vendor_name, vendor_domain, website, categories, capabilities, pricing_model,
         free_tier, maturity, interfaces, install_kind, install_command, packages, docs_url, sources, origin, origin_key, version, created_at, updated_at)
       select c.id, c.slug, c.name, '[]', t.summary, t.vendor_name, t.vendor_domain, t.website, t.categories, t.capabilities, t.pricing_model,
         t.free_tier, t.maturity, t.interfaces, t.install_kind, t.install_command, '[]', t.docs_url, t.sources, 'csv', c.slug, $2, now(), now()
       from json_to_recordset($1::json) as c(id uuid, of text, slug text, name text) join tool t on t.slug = c.of`,
      [JSON.stringify(copies), version.rows[0]?.version],
    );
    await client.query('analyze tool');
    return [...own, ...copies].map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The words that distinguish the copies, as products carry them. */
const WORDS = [
  'Cloud',
  'Studio',
  'Kit',
  'Labs',
  'Edge',
  'Works',
  'Hub',
  'Flow',
  'Base',
  'Forge',
  'Lite',
  'Pro',
  'Grid',
  'Stack',
  'Pilot',
  'Core',
];

/** Questions that people ask, out of the judged set. */
export const judgedQuestions = (): string[] =>
  (JSON.parse(readFileSync('bench/judged/queries.json', 'utf8')) as { q: string }[]).map(({ q }) => q);
