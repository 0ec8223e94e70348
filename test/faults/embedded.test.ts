import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { copyCheckout } from './embedded.checkout.js';
import {
  ask,
  endAll,
  isRoot,
  makeFolder,
  makeNote,
  postmasterOf,
  readNote,
  removeFolders,
  STORED_NOTE,
  startUser,
} from './embedded.user.js';

afterEach(endAll);
afterAll(removeFolders);

describe('the embedded database · starting and stopping', () => {
  it('keeps its data and its port over a restart', async () => {
    const dataDir = makeFolder(0o755);
    const first = await startUser(dataDir);
    await makeNote(first.url);
    await first.leave();
    const second = await startUser(dataDir);
    expect(second).toMatchObject({ adopted: false, port: first.port, url: first.url });
    expect(await readNote(second.url)).toEqual(STORED_NOTE);
  });

  it('takes another port when the kept one was given to another program', async () => {
    const dataDir = makeFolder(0o755);
    const first = await startUser(dataDir);
    await makeNote(first.url);
    await first.leave();
    const other = net.createServer().listen(first.port, '127.0.0.1');
    try {
      const second = await startUser(dataDir);
      expect(second.port).not.toBe(first.port);
      expect(await readNote(second.url)).toEqual(STORED_NOTE);
    } finally {
      other.close();
    }
  });

  it('starts one server for three processes that start at once', async () => {
    const dataDir = makeFolder(0o755);
    const three = await Promise.all([startUser(dataDir), startUser(dataDir), startUser(dataDir)]);
    expect(three.map((user) => user.adopted).sort()).toEqual([false, true, true]);
    expect(new Set(await Promise.all(three.map(postmasterOf))).size).toBe(1);
  });

  it('stops with its last user, not with the one that started it', async () => {
    const dataDir = makeFolder(0o755);
    const starter = await startUser(dataDir);
    const last = await startUser(dataDir);
    await starter.leave();
    await makeNote(last.url);
    await last.leave();
    await expect(ask(last.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('gives the gateway a role that owns its database and can do nothing beyond it', async () => {
    const user = await startUser(makeFolder(0o755));
    const rights = await ask(
      user.url,
      `select rolsuper, rolcreaterole, rolcreatedb, pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(rights).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false, owner: 'dai', encoding: 'UTF8' },
    ]);
    const intake = await ask(
      user.url,
      `select pg_has_role('dai_intake', 'usage') as inherits, pg_has_role('dai_intake', 'set') as becomes`,
    );
    expect(intake).toEqual([{ inherits: false, becomes: true }]);
  });

  it('is closed to a client without a password', async () => {
    const user = await startUser(makeFolder(0o755));
    const wrong = user.superuserUrl.replace(/:[^:@]+@/, ':wrong@');
    await expect(ask(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('says what failed, with the words of the server, when a setting is wrong', async () => {
    await expect(startUser(makeFolder(0o755), { settings: { work_mem: 'plenty' } })).rejects.toThrow(
      /embedded PostgreSQL did not start.*server\.log.*work_mem/s,
    );
  });
});

describe('the embedded database · folders and accounts', () => {
  it('is not shared by a copied data folder', async () => {
    const folder = makeFolder(0o755);
    const [original, copy] = [path.join(folder, 'original'), path.join(folder, 'copy')];
    const first = await startUser(original);
    await makeNote(first.url);
    fs.cpSync(original, copy, { recursive: true });
    const second = await startUser(copy);
    expect(second).toMatchObject({ adopted: false });
    await ask(second.url, 'drop table note');
    expect(await readNote(first.url)).toEqual(STORED_NOTE);
  });

  it.runIf(isRoot)('serves root from a checkout that only root may enter', async () => {
    const folder = makeFolder(0o700);
    const checkout = copyCheckout(folder);
    const dataDir = path.join(checkout, '.data');
    const first = await startUser(dataDir, { checkout });
    await makeNote(first.url);
    await first.leave();
    const second = await startUser(dataDir, { checkout });
    expect(second).toMatchObject({ adopted: false, port: first.port });
    expect(await readNote(second.url)).toEqual(STORED_NOTE);

    const copy = path.join(folder, 'copy');
    fs.cpSync(dataDir, copy, { recursive: true });
    const stranger = await startUser(copy, { checkout });
    await expect(readNote(stranger.url)).rejects.toMatchObject({ code: '42P01' });
  });

  it.runIf(isRoot)('finds its data again when the folder becomes private', async () => {
    const folder = makeFolder(0o755);
    const first = await startUser(path.join(folder, '.data'));
    await makeNote(first.url);
    await first.leave();
    fs.chmodSync(folder, 0o700);
    const second = await startUser(path.join(folder, '.data'));
    expect(second).toMatchObject({ adopted: false, port: first.port });
    expect(await readNote(second.url)).toEqual(STORED_NOTE);
  });

  it.runIf(isRoot)('serves an ordinary user from a checkout that it may not write to', async () => {
    const folder = makeFolder(0o755);
    const account = { uid: 65_534, gid: 65_534 };
    const home = path.join(folder, 'home');
    fs.mkdirSync(home, { mode: 0o700 });
    fs.chownSync(home, account.uid, account.gid);
    const options = { account, checkout: copyCheckout(folder) };
    const dataDir = path.join(home, '.data');
    const first = await startUser(dataDir, options);
    await makeNote(first.url);
    expect(fs.statSync(path.join(dataDir, 'postgres', 'superuser.password')).mode & 0o777).toBe(0o600);
    process.kill(await postmasterOf(first), 'SIGKILL');
    await first.restarted(1);
    await first.leave();
    const second = await startUser(dataDir, options);
    expect(second).toMatchObject({ adopted: false, port: first.port });
    expect(await readNote(second.url)).toEqual(STORED_NOTE);
  });
});
