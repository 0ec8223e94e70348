import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../start.error.js';
import { keep, type Place, readStored, write } from './embedded.place.js';
import { run } from './embedded.process.js';

/** Only creates roles and databases. */
export const SUPERUSER = 'dai_superuser';

export interface Secrets {
  readonly superuserPassword: string;
  readonly daiPassword: string;
  readonly gatewayPassword: string;
}

/** Makes the database's files the first time, and answers the passwords, which stay in files of mode 0600; `durable: false` skips the sync, for throw-away clusters. */
export async function openCluster(place: Place, programs: string, durable: boolean): Promise<Secrets> {
  const superuserFile = path.join(place.control, 'superuser.password');
  const daiPassword = keep(path.join(place.control, 'dai.password'), makePassword);
  const gatewayPassword = keep(path.join(place.control, 'dai_gateway.password'), makePassword);
  const known = readStored(superuserFile);
  if (fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) {
    if (known !== undefined) {
      await mendOwner(place);
      return { superuserPassword: known, daiPassword, gatewayPassword };
    }
    throw new StartError(
      `${superuserFile} is missing, and without it the database in ${place.cluster} cannot be entered. Restore the file, or delete ${place.control} to begin with an empty database.`,
    );
  }
  const superuserPassword = known ?? makePassword();
  if (known === undefined) write(superuserFile, superuserPassword);
  await initialise(place, programs, superuserPassword, durable);
  return { superuserPassword, daiPassword, gatewayPassword };
}

async function initialise(place: Place, programs: string, password: string, durable: boolean): Promise<void> {
  const folder = path.dirname(place.cluster);
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith('draft'))) {
    fs.rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  // initdb writes PG_VERSION early, so only a finished cluster gets the name by which it is recognised; and it goes on when
  // its caller is killed, so the next one works under another name.
  const draft = path.join(folder, `draft-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  fs.mkdirSync(draft, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.account !== undefined)
    for (const file of [draft, passwordFile]) fs.chownSync(file, place.account.uid, place.account.gid);
  // PostgreSQL's own collation sorts the same on every machine; the C library's changes with its version and corrupts indexes.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const made = await run(
    path.join(programs, 'initdb'),
    ['-D', draft, ...access, ...locale, '--no-instructions', ...(durable ? [] : ['--no-sync'])],
    place.account,
  );
  fs.rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    throw new StartError(
      `The embedded database could not be created in ${place.cluster}. Check free space and permissions there.`,
      { cause: made.errors },
    );
  }
  fs.renameSync(draft, place.cluster);
}

/** A cluster that was copied or restored lost the owner and the mode that postgres insists on. */
async function mendOwner({ cluster, account }: Place): Promise<void> {
  if (account !== undefined && fs.statSync(cluster).uid !== account.uid) {
    const given = await run('chown', ['-R', `${account.uid}:${account.gid}`, cluster], undefined);
    if (given.status !== 0)
      throw new StartError(`${cluster} could not be given to the account that runs PostgreSQL.`, {
        cause: given.errors,
      });
  }
  fs.chmodSync(cluster, 0o700);
}

function makePassword(): string {
  return randomBytes(24).toString('base64url');
}
