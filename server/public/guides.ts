import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { Fault } from '../platform/fault.js';
import { PACKAGE_ROOT } from '../platform/package.root.js';

const DOCS = path.join(PACKAGE_ROOT, 'docs');

/** The guides by the last part of their address, in the order in which /docs lists them. */
export const GUIDES: Readonly<Record<string, string>> = {
  'choosing-a-tool': 'guides/choosing-a-tool.md',
  'coding-agents': 'guides/coding-agents.md',
  companies: 'guides/companies.md',
  clients: 'guides/clients.md',
  migrating: 'guides/migrating.md',
  citing: 'guides/citing.md',
  'agent-keys': 'guides/agent-keys.md',
  'reports-and-actions': 'guides/reports-and-actions.md',
  mcp: 'mcp.md',
  people: 'people.md',
  operations: 'operations.md',
};

/** The address that stands in the guides for the API of any deployment. */
const PLACEHOLDER = 'https://api.example.com';
const MARKS = { title: '<!--title-->', guide: '<div id="guide"></div>' } as const;

/** A guide as it is drawn into the page of guides. */
export interface Guide {
  readonly title: string;
  readonly html: string;
}

/** Draws a guide for this deployment; an unknown name is a 404. */
export function drawGuide(name: string, baseUrl: string): Guide {
  const file = Object.hasOwn(GUIDES, name) ? GUIDES[name] : undefined;
  if (file === undefined || !existsSync(path.join(DOCS, file)))
    throw new Fault('NOT_FOUND', { say: 'There is no such guide.' });
  const text = readFileSync(path.join(DOCS, file), 'utf8').replaceAll(PLACEHOLDER, () => baseUrl);
  return drawText(/^# (.+)$/m.exec(text)?.[1] ?? name, text, path.posix.dirname(file));
}

/** Draws Markdown of ours as a guide; its links begin at a folder of docs. */
export const drawText = (title: string, text: string, folder: string): Guide => ({
  title,
  html: renderMarkdown(text, folder),
});

/** The page of guides with one of them in it. */
export const pageOfGuide = (page: string, { title, html }: Guide): string =>
  page.replace(MARKS.title, () => escaped(title)).replace(MARKS.guide, () => html);

const escaped = (text: string): string => new MarkdownIt().utils.escapeHtml(text);

/** Markdown of ours as HTML: headings get an address, tables can be scrolled, and links between guides lead to their pages. */
function renderMarkdown(text: string, folder: string): string {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const { rules } = markdown.renderer;
  rules.heading_open = (tokens, index, options, _env, self) => {
    const content = tokens[index + 1]?.content ?? '';
    tokens[index]?.attrSet(
      'id',
      content
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    );
    return self.renderToken(tokens, index, options);
  };
  rules.table_open = () => '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>';
  rules.table_close = () => '</table></div>';
  rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    token?.attrSet('href', addressOf(token.attrGet('href') ?? '', folder));
    return self.renderToken(tokens, index, options);
  };
  return markdown.render(text);
}

/** The address of a link of a guide: a file that is a guide has a page, and any other file of the repository is named by its path. */
function addressOf(href: string, folder: string): string {
  if (/^([a-z]+:|\/|#)/.test(href)) return href;
  const [file = '', part] = href.split('#');
  const target = path.posix.normalize(path.posix.join(folder, file));
  const guide = Object.entries(GUIDES).find(([, one]) => one === target)?.[0];
  return guide === undefined ? '/docs' : `/docs/guides/${guide}${part ? `#${part}` : ''}`;
}
