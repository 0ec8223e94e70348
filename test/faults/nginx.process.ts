import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';

const SITE = new URL('../../docs/operations/nginx.conf', import.meta.url);

/** Whether this machine has the proxy. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface Nginx {
  readonly url: string;
  /** Takes a gateway out, or back in, as the runbook does; resolves when no worker with the old configuration is left. */
  setOut(port: number | null): Promise<void>;
  /** The status of every request that it answered. */
  statuses(): number[];
  stop(): Promise<void>;
}

/** Starts nginx with the documented site: other ports, and its files in a folder. */
export async function startNginx(folder: string, ports: readonly [number, number]): Promise<Nginx> {
  const listen = await freePort();
  const [site, main, log] = ['site.conf', 'nginx.conf', 'access.log'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const documented = readFileSync(SITE, 'utf8')
    .replace('server 127.0.0.1:4000', `server 127.0.0.1:${ports[0]}`)
    .replace('server 127.0.0.1:4010', `server 127.0.0.1:${ports[1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${listen};`)
    .replace('/var/log/nginx/dai.access.log', log)
    .replace('/var/log/nginx/dai.error.log', path.join(folder, 'error.log'));
  writeFileSync(site, documented);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(folder, name)};`)
    .join(' ');
  writeFileSync(
    main,
    `daemon off; worker_processes 1; pid ${path.join(folder, 'nginx.pid')}; error_log ${path.join(folder, 'main.log')};
     events { worker_connections 512; } http { ${temporary} include ${site}; }`,
  );
  const child = spawn('nginx', ['-c', main, '-p', folder], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const workers = (): string[] => {
    const place = `/proc/${child.pid}/task/${child.pid}/children`;
    return readFileSync(place, 'utf8').trim().split(' ').filter(Boolean);
  };
  const url = `http://127.0.0.1:${listen}`;
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(isUp).toBe(200);
  return {
    url,
    async setOut(port) {
      const before = workers();
      writeFileSync(
        site,
        port === null ? documented : documented.replace(`server 127.0.0.1:${port} `, `server 127.0.0.1:${port} down `),
      );
      child.kill('SIGHUP'); // as `nginx -s reload` does
      await expect.poll(() => workers().filter((one) => before.includes(one))).toEqual([]);
    },
    statuses: () =>
      readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => Number(/" (\d{3}) /.exec(line)?.[1])),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
