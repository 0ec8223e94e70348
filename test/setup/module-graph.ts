import { featureOf, folderOf, isForbidden, layerOf } from './architecture.js';
import type { Source } from './sources.js';

/** A picture of modules: which module a source is part of, null for one that the picture leaves out. */
interface Picture {
  readonly title: string;
  moduleOf(name: string): string | null;
}

const FORBIDDEN = 'stroke:#c00,stroke-width:3px,color:#c00';

/** `server/<folder>` or the root of the project's own folders; null for packages. */
function wholeOf(name: string): string | null {
  const [root = ''] = name.split('/');
  if (root === 'server') return folderOf(name) || 'entry points';
  return ['rest-shims', 'mcp', 'formats'].includes(root) ? root : null;
}

/** A feature of one domain, or its root. */
const featureIn =
  (domain: string) =>
  (name: string): string | null =>
    folderOf(name) === domain ? featureOf(name).split('/')[2] || `${domain} (root)` : null;

/** A folder of the platform, or its root. */
const platformFolder = (name: string): string | null => {
  const [, , folder = '', file] = name.split('/');
  if (folderOf(name) !== 'platform') return null;
  return file ? folder : 'platform (root)';
};

/**
 * Draws the graph of modules from the sources as Markdown with Mermaid: one picture of all domains, one of each domain that has
 * features, one of the platform. An arrow carries its number of imports; red is what the architecture forbids.
 */
export function drawModules(sources: ReadonlyMap<string, Source>): string {
  const all = [...sources.values()];
  const divided = [...new Set(all.filter(({ name }) => featureOf(name)).map(({ name }) => folderOf(name)))].sort();
  const pictures: Picture[] = [
    { title: 'Domains', moduleOf: wholeOf },
    ...divided.map((domain) => ({ title: `Features of ${domain}`, moduleOf: featureIn(domain) })),
    { title: 'Folders of the platform', moduleOf: platformFolder },
  ];
  return `# Modules\n\n${pictures.map((picture) => draw(picture, all)).join('\n')}`;
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  imports: number;
  forbidden: number;
}

function draw({ title, moduleOf }: Picture, all: readonly Source[]): string {
  const arrows = new Map<string, Arrow>();
  const modules = new Set<string>();
  for (const source of all) {
    const from = moduleOf(source.name);
    if (from === null) continue;
    modules.add(from);
    for (const one of source.imports) {
      const to = moduleOf(one.target);
      if (to === null || to === from) continue;
      modules.add(to);
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, imports: 0, forbidden: 0 };
      arrow.imports += 1;
      if (isForbidden(source.name, one)) arrow.forbidden += 1;
      arrows.set(`${from} ${to}`, arrow);
    }
  }
  const names = [...modules].sort();
  const node = (name: string): string => `m${names.indexOf(name)}`;
  const drawn = [...arrows.values()].sort(
    (a, b) => names.indexOf(a.from) - names.indexOf(b.from) || (a.to < b.to ? -1 : 1),
  );
  const red = drawn.flatMap(({ forbidden }, index) => (forbidden > 0 ? [index] : []));
  return [
    `## ${title}`,
    '',
    '```mermaid',
    'flowchart TD',
    ...names.map((name) => `  ${node(name)}${layerOf(name) >= 0 ? `["${name}"]` : `(["${name}"])`}`),
    ...drawn.map(({ from, to, imports, forbidden }) => {
      const label = forbidden > 0 ? `${imports}, ${forbidden} forbidden` : `${imports}`;
      return `  ${node(from)} -->|"${label}"| ${node(to)}`;
    }),
    ...(red.length ? [`  linkStyle ${red.join(',')} ${FORBIDDEN}`] : []),
    '```',
    '',
  ].join('\n');
}
