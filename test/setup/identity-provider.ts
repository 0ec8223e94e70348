import { createHash, createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const CLIENT = { clientId: 'dai-client', clientSecret: 'a:secret+of/the~provider%' };

/** The lies of a provider about one sign-in. */
export interface Bent {
  /** Claims beside, or in place of, the usual ones of the ID token; undefined takes one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly algorithm?: 'RS256' | 'none' | 'HS256-secret' | 'HS256-key';
  /** Signed by a key that the provider does not publish. */
  readonly foreignKey?: true;
  /** Signed by the key before the last `rotate`. */
  readonly retiredKey?: true;
  /** Members of the token's header beside, or in place of, the usual ones. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly userinfo?: Readonly<Record<string, unknown>>;
}

export interface TestProvider {
  readonly issuer: string;
  /** `host:port`, for OUTBOUND_ALLOW. */
  readonly host: string;
  readonly client: typeof CLIENT;
  /** Members of its metadata beside, or in place of, the usual ones. */
  metadata: Readonly<Record<string, unknown>>;
  /** Answers every request with this status while it is set. */
  down: number | null;
  /** Answers this path with a redirect to the address. */
  redirect: { readonly path: string; readonly to: string } | null;
  /** Runs while the token endpoint holds its answer back. */
  onToken: (() => Promise<unknown>) | null;
  /** Publishes another key in place of the present one, and signs by it. */
  rotate(): void;
  /** Each form that the token endpoint got, oldest first. */
  readonly redeemed: readonly URLSearchParams[];
  /** The person consents at the page of this address: answers where their browser is sent. */
  consent(address: string, bent?: Bent): string;
  close(): Promise<void>;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID Connect provider on loopback that can be made to lie. The honest flow is tested with `oidc-provider` too. */
export async function startIdentityProvider(): Promise<TestProvider> {
  const newKey = () => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
  const foreign = newKey();
  let key = newKey();
  let retired = key;
  const codes = new Map<string, { readonly query: URLSearchParams; readonly bent: Bent }>();
  const tokens = new Map<string, Bent>();
  const redeemed: URLSearchParams[] = [];

  function idToken({ query, bent }: { query: URLSearchParams; bent: Bent }): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      sub: 'subject',
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 300,
      nonce: query.get('nonce'),
      ...bent.claims,
    };
    const algorithm = bent.algorithm ?? 'RS256';
    const signer = bent.retiredKey ? retired : key;
    const header = algorithm === 'none' ? { alg: 'none' } : { alg: algorithm.slice(0, 5), kid: signer.kid };
    const input = `${encoded({ ...header, ...bent.header })}.${encoded(claims)}`;
    if (algorithm === 'none') return `${input}.`;
    const shared =
      algorithm === 'HS256-key'
        ? key.publicKey.export({ format: 'pem', type: 'spki' }).toString()
        : CLIENT.clientSecret;
    const signature =
      algorithm === 'RS256'
        ? createSign('sha256')
            .update(input)
            .sign((bent.foreignKey ? foreign : signer).privateKey, 'base64url')
        : createHmac('sha256', shared).update(input).digest('base64url');
    return `${input}.${signature}`;
  }

  function redeem(form: URLSearchParams, authorization: string | undefined): object | null {
    redeemed.push(form);
    const given = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!given) return null;
    const { query } = given;
    const basic = Buffer.from(authorization?.slice(6) ?? '', 'base64').toString();
    const [id = '', secret = ''] = basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = id === CLIENT.clientId && secret === CLIENT.clientSecret;
    if (!isClient || challenge !== query.get('code_challenge')) return null;
    if (form.get('redirect_uri') !== query.get('redirect_uri')) return null;
    const token = randomUUID();
    tokens.set(token, given.bent);
    return { access_token: token, token_type: 'Bearer', expires_in: 300, id_token: idToken(given) };
  }

  async function answer(req: IncomingMessage): Promise<[status: number, body: object]> {
    if (provider.down !== null) return [provider.down, {}];
    let body = '';
    for await (const chunk of req) body += String(chunk);
    switch (req.url) {
      case '/.well-known/openid-configuration':
        return [200, { ...metadata(), ...provider.metadata }];
      case '/keys':
        return [
          200,
          { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' }] },
        ];
      case '/token': {
        await provider.onToken?.();
        const redeemedTokens = redeem(new URLSearchParams(body), req.headers.authorization);
        return redeemedTokens ? [200, redeemedTokens] : [400, { error: 'invalid_grant' }];
      }
      case '/userinfo': {
        const bent = tokens.get(req.headers.authorization?.slice(7) ?? '');
        return bent ? [200, { sub: bent.claims?.sub ?? 'subject', ...bent.userinfo }] : [401, {}];
      }
      default:
        return [404, {}];
    }
  }

  const server = createServer(async (req, res) => {
    const [status, body] = await answer(req);
    const led = provider.redirect?.path === req.url ? { location: provider.redirect?.to } : null;
    res.writeHead(led ? 302 : status, { 'content-type': 'application/json', ...led }).end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  const provider: TestProvider = {
    issuer,
    host,
    client: CLIENT,
    metadata: {},
    down: null,
    redirect: null,
    onToken: null,
    rotate() {
      retired = key;
      key = newKey();
    },
    redeemed,
    consent(address, bent = {}) {
      const query = new URL(address).searchParams;
      const code = randomUUID();
      codes.set(code, { query, bent });
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', query.get('state') ?? '');
      return back.href;
    },
    close() {
      server.closeAllConnections();
      return new Promise((ended) => server.close(() => ended()));
    },
  };
  return provider;
}
