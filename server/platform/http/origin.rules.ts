/** The browser's headers about the page that sent a request, as Node hands them over. */
interface OriginHeaders {
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}

/** A page of another host of the same site is a foreign page too. */
const isForeignSite = ({ 'sec-fetch-site': site }: OriginHeaders): boolean =>
  site === 'cross-site' || site === 'same-site';

/** True when a browser says that a page of another origin sent the request. Programs say nothing of it. */
export const isForeign = (headers: OriginHeaders, ownOrigins: readonly string[]): boolean =>
  isForeignSite(headers) || (headers.origin !== undefined && !ownOrigins.includes(headers.origin));

/**
 * True when a browser says that the workspace's own page sent the request: only WORKSPACE_URL counts as same origin (decisions §2). A page that
 * sends no referrer has its browser write `Origin: null`, as a sandbox does, whose `Sec-Fetch-Site` is `cross-site` though.
 */
export const isSameOrigin = (headers: OriginHeaders, workspaceUrl: string): boolean =>
  headers.origin === undefined || headers.origin === 'null'
    ? headers['sec-fetch-site'] === 'same-origin'
    : headers.origin === workspaceUrl && !isForeignSite(headers);
