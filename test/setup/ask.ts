import type { TestApp } from './app.js';

export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly text: string;
}

type Headers_ = Record<string, string>;

/** Calls a path over real HTTP; a body that is not a string is sent as JSON. */
export async function ask<T = Record<string, unknown>>(
  url: string,
  options: { method?: string; token?: string; body?: unknown; headers?: Headers_; cookie?: string } = {},
): Promise<Reply<T>> {
  const { method, token, body, headers, cookie } = options;
  const answer = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, text, body: (isJson && text ? JSON.parse(text) : {}) as T };
}

export interface GraphqlReply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T | null;
  readonly errors: {
    message: string;
    path?: string[];
    extensions: Record<string, unknown> & {
      code: string;
      status: number;
      errors?: { pointer: string; code: string }[];
    };
  }[];
}

/** Runs a GraphQL document over real HTTP. A session writes from the workspace's own origin, as a browser does, unless it says where it comes from. */
export async function askGraphql<T = Record<string, never>>(
  { url }: Pick<TestApp, 'url'>,
  query: string,
  variables: Record<string, unknown> = {},
  caller: { token?: string; cookie?: string; headers?: Headers_ } = {},
): Promise<GraphqlReply<T>> {
  const isOwnPage = caller.cookie && !caller.headers?.['sec-fetch-site'];
  const headers = { ...(isOwnPage ? { origin: url } : {}), ...caller.headers };
  const reply = await ask<{ data?: T; errors?: GraphqlReply<T>['errors'] }>(`${url}/graphql`, {
    body: { query, variables },
    ...caller,
    headers,
  });
  return {
    status: reply.status,
    headers: reply.headers,
    data: reply.body.data ?? null,
    errors: reply.body.errors ?? [],
  };
}

/** Signs a person in and answers the cookie. */
export async function signIn(
  { url }: Pick<TestApp, 'url'>,
  { email, password }: { email: string; password: string },
  headers: Headers_ = {},
): Promise<string> {
  const reply = await ask(`${url}/api/auth/sign-in/email`, {
    body: { email, password },
    headers: { origin: url, ...headers },
  });
  if (reply.status !== 200) throw new Error(`sign-in answered ${reply.status} ${reply.text}`);
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
