import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { FieldProblem } from '../platform/fault.js';
import { PACKAGE_ROOT } from '../platform/package.root.js';

/** The folder of the built public pages (admin/public/vite.config.ts). */
export const PUBLIC_DIST = path.join(PACKAGE_ROOT, 'admin', 'public', 'dist');

/** The address of a page and its query. */
export interface Place {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** One entry of the page table (admin/public/pages.ts), as far as the gateway uses it. */
export interface PublicPage {
  readonly path: string;
  readonly document: string;
  /** Path of its picture for previews of links, as Express reads it; null where it has none of its own. */
  readonly previewPath: string | null;
  /** True where the page never changes once it is there. */
  readonly isFinal: boolean;
  /** The one path of the content, where this address is another one of it; else null. */
  movedTo(place: Pick<Place, 'path' | 'params'>): string | null;
  variables(place: Place): Record<string, unknown>;
}

interface Assets {
  readonly script: string;
  /** The script for the forms of intake. */
  readonly formScript: string;
  readonly styles: readonly string[];
}

interface Site {
  readonly workspaceUrl: string;
  readonly apiUrl: string;
  readonly demoData: boolean;
}

/** As much of JSON Schema as reading a form needs. */
export interface FormSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly items?: FormSchema;
  readonly maxItems?: number;
}

/** A form of intake as it is filled in; the contract of its kind is the form. */
export interface IntakeForm {
  readonly kind: string;
  readonly schema: FormSchema;
  readonly values: unknown;
  readonly errors: readonly FieldProblem[];
  /** The receipt of the submission that the form changes. */
  readonly receipt: string | null;
  /** A refusal of the whole form. */
  readonly refusal: string | null;
  /** The list that more rows are wanted of. */
  readonly more: string | null;
}

export type IntakePage =
  | { readonly view: 'kinds' }
  | { readonly view: 'form'; readonly form: IntakeForm }
  | {
      readonly view: 'status';
      readonly status: unknown;
      readonly form: IntakeForm | null;
      readonly letterSent: boolean;
    }
  | {
      readonly view: 'open';
      readonly refusal: string | null;
      readonly receipt: string;
      /** Whether links to the submissions of an address were asked for just now. */
      readonly linksSent?: boolean;
    }
  | { readonly view: 'contact'; readonly contact: ContactView };

/** The page of a contact's letter: what its button confirms, what that did, or why it can't. */
export type ContactView =
  | { readonly step: 'confirm'; readonly organization: string }
  | {
      readonly step: 'confirmed';
      readonly next: string;
      readonly missing: readonly { readonly pointer: string; readonly reason: string }[];
      readonly receipt: string;
    }
  | { readonly step: 'refused'; readonly detail: string };

/** The exports of the built renderer; it is made by the same commit, so its shape needs no check. */
interface Renderer {
  readonly pages: readonly PublicPage[];
  pathOf(page: PublicPage, params: Place['params']): string;
  queryOf(page: PublicPage, given: URLSearchParams): URLSearchParams;
  renderPage(page: PublicPage, answer: unknown, place: Place, site: Site, assets: Assets): string;
  /** SVG; null where the page has no picture of its own. */
  renderPreview(page: PublicPage, answer: unknown, place: Place): string | null;
  renderIntake(page: IntakePage, site: Site, assets: Assets): string;
  renderProblem(
    problem: { readonly status: number; readonly detail: string; readonly requestId: string },
    assets: Assets,
  ): string;
}

/** The built pages and how they are drawn. */
export interface PageBundle extends Omit<Renderer, 'renderPage' | 'renderIntake' | 'renderProblem'> {
  /** The folder of the files that the browser loads. */
  readonly assets: string;
  render(page: PublicPage, answer: unknown, place: Place, site: Site): string;
  renderIntake(page: IntakePage, site: Site): string;
  renderProblem(problem: Parameters<Renderer['renderProblem']>[0]): string;
}

/** Loads the pages as they were built, or answers null in an installation without them: nothing of React is loaded then. */
export async function loadPageBundle(folder = PUBLIC_DIST): Promise<PageBundle | null> {
  const file = path.join(folder, 'server', 'render.js');
  const manifestFile = path.join(folder, 'client', 'manifest.json');
  if (!existsSync(file) || !existsSync(manifestFile)) return null;
  const renderer = (await import(pathToFileURL(file).href)) as Renderer;
  const built = assetsIn(JSON.parse(readFileSync(manifestFile, 'utf8')));
  return {
    pages: renderer.pages,
    pathOf: renderer.pathOf,
    queryOf: renderer.queryOf,
    assets: path.join(folder, 'client', 'assets'),
    renderPreview: renderer.renderPreview,
    render: (page, answer, place, site) => renderer.renderPage(page, answer, place, site, built),
    renderIntake: (page, site) => renderer.renderIntake(page, site, built),
    renderProblem: drawOnce((problem) => renderer.renderProblem(problem, built)),
  };
}

type DrawProblem = PageBundle['renderProblem'];

/** Refusals that are stored: few sentences say why a page is not there. */
const PROBLEMS_MAX = 500;
/** Stands for the request's id in what is stored. */
const ID_MARK = '{request-id}';

/** A refusal must cost less than what it refuses: each page of one is drawn once, and gets the id of its request. */
function drawOnce(draw: DrawProblem): DrawProblem {
  const drawn = new LRUCache<string, string>({ max: PROBLEMS_MAX });
  return ({ status, detail, requestId }) => {
    const key = `${status} ${detail}`;
    const page = drawn.get(key) ?? draw({ status, detail, requestId: ID_MARK });
    drawn.set(key, page);
    return page.replaceAll(ID_MARK, () => requestId); // an id holds nothing that HTML reads
  };
}

/** Vite's manifest names a built file for each source. */
function assetsIn(manifest: Record<string, { readonly file: string; readonly css?: readonly string[] }>): Assets {
  const entry = manifest['client.tsx'];
  const form = manifest['intake.client.ts'];
  if (!entry || !form) throw new Error('the built pages have no script: run npm run build:admin');
  return { script: `/${entry.file}`, formScript: `/${form.file}`, styles: (entry.css ?? []).map((one) => `/${one}`) };
}
