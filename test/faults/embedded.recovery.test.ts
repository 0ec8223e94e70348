import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  ask,
  endAll,
  makeFolder,
  makeNote,
  postmasterOf,
  readId,
  readNote,
  removeFolders,
  STORED_NOTE,
  startUser,
} from './embedded.user.js';

afterEach(endAll);
afterAll(removeFolders);

describe('the embedded database · when processes die', () => {
  it('comes back with its data on the same port when the server is killed', async () => {
    const user = await startUser(makeFolder(0o755));
    await makeNote(user.url);
    const killed = await postmasterOf(user);
    process.kill(killed, 'SIGKILL');
    await user.restarted(1);
    expect(await readNote(user.url)).toEqual(STORED_NOTE);
    expect(await postmasterOf(user)).not.toBe(killed);
  });

  it('comes back although an orphan of the killed server still computes', async () => {
    const user = await startUser(makeFolder(0o755));
    const busy = new pg.Client(user.url);
    await busy.connect();
    const lost = new Promise((resolve) => busy.once('error', resolve));
    const computing = expect(busy.query('do $$ begin loop end loop; end $$')).rejects.toThrow();
    await expect
      .poll(() => ask(user.url, `select from pg_stat_activity where query like 'do %' and state = 'active'`))
      .toHaveLength(1);
    process.kill(await postmasterOf(user), 'SIGKILL');
    await user.restarted(1);
    await Promise.all([computing, lost]);
    expect(await ask(user.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is started once when two users see the server die, and both are told', async () => {
    const dataDir = makeFolder(0o755);
    const users = [await startUser(dataDir), await startUser(dataDir)] as const;
    process.kill(await postmasterOf(users[0]), 'SIGKILL');
    await Promise.all(users.map((user) => user.restarted(1)));
    expect(await postmasterOf(users[0])).toBe(await postmasterOf(users[1]));
    expect(await ask(users[0].url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('comes back while its killed server is a zombie that no one reaps', async () => {
    const dataDir = makeFolder(0o755);
    const starter = await startUser(dataDir);
    const other = await startUser(dataDir);
    const killed = await postmasterOf(starter);
    starter.kill('SIGSTOP');
    process.kill(killed, 'SIGKILL');
    await other.restarted(1);
    expect(fs.readFileSync(`/proc/${killed}/stat`, 'utf8')).toMatch(/\) Z /);
    starter.kill('SIGCONT');
    await starter.restarted(1);
    expect(await postmasterOf(starter)).toBe(await postmasterOf(other));
  });

  it('outlives a killed user; the next one adopts it and, being the last, stops it', async () => {
    const dataDir = makeFolder(0o755);
    const killed = await startUser(dataDir);
    await makeNote(killed.url);
    killed.kill('SIGKILL');
    await killed.ended;
    const next = await startUser(dataDir);
    expect(next).toMatchObject({ adopted: true, port: killed.port });
    expect(await readNote(next.url)).toEqual(STORED_NOTE);
    await next.leave();
    await expect(ask(next.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not take a process that got the id of a dead user for a user', async () => {
    const dataDir = makeFolder(0o755);
    const user = await startUser(dataDir);
    const [entry = ''] = fs.globSync('postgres/users/*/*', { cwd: dataDir });
    fs.writeFileSync(path.join(dataDir, path.dirname(entry), `${process.pid}-1-00000000`), '');
    await user.leave();
    await expect(ask(user.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not hear the Ctrl-C that ends its user', async () => {
    const user = await startUser(makeFolder(0o755));
    process.kill(-user.pid, 'SIGINT');
    await user.ended;
    expect(await ask(user.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts although a process id in its lock file now belongs to another process', async () => {
    const dataDir = makeFolder(0o755);
    await (await startUser(dataDir)).leave();
    const lockFile = path.join(dataDir, 'postgres', readId(dataDir), 'cluster', 'postmaster.pid');
    fs.writeFileSync(lockFile, `${process.pid}\n`);
    expect(await startUser(dataDir)).toMatchObject({ adopted: false });
  });
});
