import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../start.error.js';
import { identifyProcess, isAlive } from './embedded.process.js';

/** The processes that use one embedded database, one file each, so that the last of them can stop it. */
export interface Users {
  /** Enters this process and answers the entry; one process may hold several. */
  register(): string;
  deregister(entry: string): void;
  /** Counts living processes' entries apart from the given one, and clears away those of the dead. */
  countOthers(entry: string): number;
}

/** Opens the list of users that belongs to a control folder; call its methods inside the lock. */
export function openUsers(control: string): Users {
  // Named by the path: the list in a copied DATA_DIR names processes that use the original.
  const folder = path.join(control, 'users', createHash('sha256').update(control).digest('hex').slice(0, 16));
  fs.mkdirSync(folder, { recursive: true });
  return {
    register() {
      const identity = identifyProcess(process.pid);
      if (identity === undefined)
        throw new StartError(
          'The embedded database needs /proc to know its users. Set DATABASE_URL to use a PostgreSQL of your own.',
        );
      const entry = `${identity.pid}-${identity.startTicks}-${randomBytes(4).toString('hex')}`;
      fs.writeFileSync(path.join(folder, entry), '');
      return entry;
    },
    deregister(entry) {
      fs.rmSync(path.join(folder, entry), { force: true });
    },
    countOthers(entry) {
      let others = 0;
      for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
        const [pid = '', startTicks = ''] = name.split('-');
        if (!isAlive({ pid: Number(pid), startTicks })) fs.rmSync(path.join(folder, name), { force: true });
        else if (name !== entry) others += 1;
      }
      return others;
    },
  };
}
