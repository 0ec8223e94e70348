import { type ComponentType, createElement, type ReactElement } from 'react';
import type { TypedDocumentString } from '../providers/generated/operations.js';
import type { Preview } from './PreviewCard.js';

/** The address of a page and its query, which has the page's own parameters alone. */
export interface Place {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** The head of a page for search engines and previews of links. */
export interface Head {
  readonly title: string;
  readonly description: string;
  /** Path and query of the address that stands for all addresses of this content. */
  readonly canonical: string;
  /** True for what a search engine should not list: one search of many, a page that continues another. */
  readonly unlisted?: boolean;
  readonly jsonLd?: readonly JsonLd[];
}

export type JsonLd = Readonly<Record<string, unknown>>;

/** The two public addresses of a deployment, without a slash at the end. */
export interface Site {
  readonly workspaceUrl: string;
  readonly apiUrl: string;
  /** Whether the installation shows demo data. */
  readonly demoData: boolean;
}

interface Declared<Answer, Variables> {
  /** As Express reads it. */
  readonly path: string;
  /** The query parameters that the page reads; all others are left out of its address. */
  readonly query?: readonly string[];
  readonly operation: TypedDocumentString<Answer, Variables>;
  readonly variables: (place: Place) => Variables;
  readonly head: (answer: Answer, place: Place, site: Site) => Head;
  readonly component: ComponentType<{ readonly answer: Answer; readonly place: Place; readonly site: Site }>;
  /** The page's own picture in previews of its link; the others share one. */
  readonly preview?: (answer: Answer, place: Place) => Preview;
  /** True when the page does something that needs a script; any other is sent without one. */
  readonly scripted?: boolean;
  /** True for a page that never changes once it is there: caches may have it for a year. */
  readonly isFinal?: boolean;
  /** The one path of a content that several paths name; a visitor of another one is led there. */
  readonly canonicalPath?: (place: Pick<Place, 'params'>) => string;
}

/** A page as the gateway and the browser see it: whatever its answer is, it was asked for by the page's own document. */
export interface Page {
  readonly path: string;
  readonly query: readonly string[];
  readonly document: string;
  readonly scripted: boolean;
  readonly isFinal: boolean;
  /** The one path of the content, where this address is another one of it; else null. */
  movedTo(place: Pick<Place, 'path' | 'params'>): string | null;
  variables(place: Place): Record<string, unknown>;
  head(answer: unknown, place: Place, site: Site): Head;
  draw(answer: unknown, place: Place, site: Site): ReactElement;
  /** Path of its picture, written like its own; null where it has none. */
  readonly previewPath: string | null;
  preview(answer: unknown, place: Place): Preview | null;
}

/** Declares a page; document, component and head agree on the type of the answer. */
export function definePage<Answer, Variables extends Record<string, unknown>>(
  declared: Declared<Answer, Variables>,
): Page {
  const { path, query = [], operation, variables, head, component, preview } = declared;
  const { scripted = false, isFinal = false, canonicalPath } = declared;
  return {
    path,
    query,
    document: operation.toString(),
    scripted,
    isFinal,
    movedTo: (place) => {
      const canonical = canonicalPath?.(place) ?? place.path;
      return canonical === place.path ? null : canonical;
    },
    variables,
    head: (answer, place, site) => head(answer as Answer, place, site),
    draw: (answer, place, site) => createElement(component, { answer: answer as Answer, place, site }),
    previewPath: preview ? `/previews${path === '/' ? '/index' : path}.png` : null,
    preview: (answer, place) => preview?.(answer as Answer, place) ?? null,
  };
}

const pathWith = (path: string, params: Place['params']): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The one path of a page, whatever form of it was asked for. */
export const pathOf = ({ path }: Page, params: Place['params']): string => pathWith(path, params);

/** The path and query of a page's picture, or null. */
export function previewAt({ previewPath }: Page, { params, query }: Place): string | null {
  if (previewPath === null) return null;
  return `${pathWith(previewPath, params)}${query.size > 0 ? `?${query}` : ''}`;
}

/** The parameters of an address that the page reads; the others mean nothing. */
export const queryOf = ({ query }: Page, given: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...given].filter(([name, value]) => query.includes(name) && value !== ''));
