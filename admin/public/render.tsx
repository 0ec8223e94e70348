import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import icon from '../icon.svg';
import { type IntakePage, IntakePages, intakeHead, intakeTitle } from './IntakePages.js';
import { Layout } from './Layout.js';
import { PREVIEW_SIZE, PreviewCard } from './PreviewCard.js';
import { type Problem, ProblemPage, titleOf } from './ProblemPage.js';
import { type Head, type Page, type Place, previewAt, type Site } from './page.js';
import preview from './preview.png';
import { shorten } from './texts.js';
import type { Shown } from './visit.js';

export { pathOf, queryOf } from './page.js';
export { pages } from './pages.js';

/** The addresses of the built files. */
export interface Assets {
  readonly script: string;
  /** The script for the forms of intake. */
  readonly formScript: string;
  readonly styles: readonly string[];
}

/** The whole document of a page, complete without a script. */
export function renderPage(page: Page, answer: unknown, place: Place, site: Site, assets: Assets): string {
  const { path, params } = place;
  const body = renderToString(<Layout path={path}>{page.draw(answer, place, site)}</Layout>);
  const shown: Shown = { page: page.path, params, answer, site };
  const data = `<script type="application/json" id="page">${inScript(shown)}</script>`;
  return documentOf({
    head:
      headOf(page.head(answer, place, site), site, previewAt(page, place) ?? preview) +
      loading(assets, page.scripted && assets.script),
    body: `<div id="root">${body}</div>${page.scripted ? data : ''}`,
  });
}

/** The picture of a page in previews of its link, as SVG; null where it has none of its own. */
export function renderPreview(page: Page, answer: unknown, place: Place): string | null {
  const card = page.preview(answer, place);
  return card && renderToStaticMarkup(<PreviewCard {...card} />);
}

/** A page of intake: what it shows is of one visitor. Its script helps with a form, and the form works without it. */
export function renderIntake(page: IntakePage, site: Site, assets: Assets): string {
  const head = intakeHead(page);
  const isForm = page.view !== 'kinds';
  const body = renderToString(
    <Layout path={page.view === 'kinds' ? '/submit' : ''}>
      <IntakePages page={page} />
    </Layout>,
  );
  const own = `<title>${inHtml(intakeTitle(page))} · DAI</title><meta name="robots" content="noindex">`;
  return documentOf({
    head: (head ? headOf(head, site, preview) : own) + loading(assets, isForm && assets.formScript),
    body: `<div id="root">${body}</div>`,
  });
}

/** The document that is answered in place of a page. */
export function renderProblem(problem: Problem, assets: Assets): string {
  const title = titleOf(problem);
  const body = renderToString(
    <Layout path="">
      <ProblemPage problem={problem} />
    </Layout>,
  );
  return documentOf({
    head: `<title>${inHtml(title)} · DAI</title><meta name="robots" content="noindex">${loading(assets, false)}`,
    body: `<div id="root">${body}</div>`,
  });
}

const documentOf = ({ head, body }: { head: string; body: string }): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${head}</head><body>${body}</body></html>`;

const loading = ({ styles }: Assets, script: string | false): string =>
  [
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    script ? `<script type="module" src="${script}"></script>` : '',
  ].join('');

function headOf(
  { title, description, canonical, unlisted, jsonLd = [] }: Head,
  { workspaceUrl }: Site,
  picture: string,
): string {
  const url = workspaceUrl + canonical;
  const shortTitle = shorten(title, 120);
  const previews: readonly (readonly [string, string])[] = [
    ['og:site_name', 'DAI'],
    ['og:type', 'website'],
    ['og:title', shortTitle],
    ['og:description', description],
    ['og:url', url],
    ['og:image', workspaceUrl + picture],
    ['og:image:width', String(PREVIEW_SIZE.width)],
    ['og:image:height', String(PREVIEW_SIZE.height)],
    ['og:image:alt', shortTitle],
  ];
  return [
    `<title>${inHtml(shortTitle)}</title>`,
    `<meta name="description" content="${inHtml(description)}">`,
    `<link rel="canonical" href="${inHtml(url)}">`,
    unlisted ? '<meta name="robots" content="noindex, follow">' : '',
    ...previews.map(([property, content]) => `<meta property="${property}" content="${inHtml(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    ...FEEDS.map(
      ({ path, type, title: name }) =>
        `<link rel="alternate" type="${type}" title="${name}" href="${workspaceUrl}${path}">`,
    ),
    ...jsonLd.map((one) => `<script type="application/ld+json">${inScript(one)}</script>`),
  ].join('');
}

/** Feeds of changes, which browsers and readers find by the head of a page. */
const FEEDS = [
  { path: '/feeds/directory.atom', type: 'application/atom+xml', title: 'Changes of the directory' },
  { path: '/feeds/adoption.atom', type: 'application/atom+xml', title: 'Snapshots of adoption' },
] as const;

/** Marks that turn the direction of a text have no element to keep them in where a title is shown. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

const inHtml = (text: string): string =>
  text
    .replace(DIRECTION_MARKS, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** JSON that can't end the element it stands in. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
