import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HEADERS_BYTES_MAX, URL_BYTES_MAX } from '../../server/platform/http/request.rules.js';

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');

describe('the proxy of docker-compose', () => {
  it('takes a 503 with Retry-After for an answer, not for a failure that takes the gateway out', () => {
    const [, conditions = ''] = /^ *proxy_next_upstream ([^;]+);/m.exec(compose) ?? [];
    expect(conditions.split(' ')).toEqual(['error', 'timeout']);
  });

  it('passes on every address and every header that DAI takes', () => {
    const [, kibibytes = '8'] = /^ *large_client_header_buffers \d+ (\d+)k;/m.exec(compose) ?? [];
    const longestLine = `OPTIONS ${'a'.repeat(URL_BYTES_MAX)} HTTP/1.1\r\n`;
    expect(Number(kibibytes) * 1024, 'nginx’s own 8 KiB would answer 414 in its own words').toBeGreaterThan(
      Math.max(longestLine.length, HEADERS_BYTES_MAX),
    );
  });

  it('writes no query and no referrer into its log, where the token of a letter’s link would stay', () => {
    const [, logged = '$request'] = /^ *log_format bare (.+);$/m.exec(compose) ?? [];
    expect(logged.replaceAll('$$', '$')).not.toMatch(/\$(request\b(?!_)|request_uri|args|query_string|http_|arg_)/);
    expect(compose).toMatch(/^ *access_log \S+ bare;$/m);
    expect(compose, 'messages about a request quote it').toMatch(/^ *error_log \S+ crit;$/m);
  });

  it('looks up the address of every gateway again', () => {
    const gateways = [...compose.matchAll(/^ *server (gateway-[ab]):4000 ([^;]*);/gm)];
    expect(gateways.map(([, name]) => name)).toEqual(['gateway-a', 'gateway-b']);
    for (const [, , parameters = ''] of gateways) expect(parameters.split(' ')).toContain('resolve');
    expect(compose).toMatch(/^ *resolver 127\.0\.0\.11 valid=5s/m);
    expect(compose, 'resolve needs shared memory').toMatch(/^ *zone gateways /m);
    const [, minor = '0'] = /image: nginx:1\.(\d+)/.exec(compose) ?? [];
    expect(Number(minor), 'resolve is in nginx from 1.27.3').toBeGreaterThanOrEqual(28);
  });
});
