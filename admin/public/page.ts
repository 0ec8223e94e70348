import { type ComponentType, createElement, type ReactElement } from 'react';
import type { TypedDocumentString } from '../providers/generated/operations.js';

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
}

interface Declared<Answer, Variables> {
  /** As Express reads it. */
  readonly path: string;
  /** The query parameters that the page reads; all others are left out of its address. */
  readonly query?: readonly string[];
  readonly operation: TypedDocumentString<Answer, Variables>;
  readonly variables: (place: Place) => Variables;
  readonly head: (answer: Answer, place: Place, site: Site) => Head;
  readonly component: ComponentType<{ readonly answer: Answer; readonly place: Place }>;
  /** True when the page does something that needs a script; any other is sent without one. */
  readonly scripted?: boolean;
}

/** A page as the gateway and the browser see it: whatever its answer is, it was asked for by the page's own document. */
export interface Page {
  readonly path: string;
  readonly query: readonly string[];
  readonly document: string;
  readonly scripted: boolean;
  variables(place: Place): Record<string, unknown>;
  head(answer: unknown, place: Place, site: Site): Head;
  draw(answer: unknown, place: Place): ReactElement;
}

/** Declares a page; document, component and head agree on the type of the answer. */
export function definePage<Answer, Variables extends Record<string, unknown>>(
  declared: Declared<Answer, Variables>,
): Page {
  const { path, query = [], operation, variables, head, component, scripted = false } = declared;
  return {
    path,
    query,
    document: operation.toString(),
    scripted,
    variables,
    head: (answer, place, site) => head(answer as Answer, place, site),
    draw: (answer, place) => createElement(component, { answer: answer as Answer, place }),
  };
}

/** The one path of a page, whatever form of it was asked for. */
export const pathOf = ({ path }: Page, params: Place['params']): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The parameters of an address that the page reads; the others mean nothing. */
export const queryOf = ({ query }: Page, given: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...given].filter(([name, value]) => query.includes(name) && value !== ''));
