import type { EntityManager } from '@mikro-orm/postgresql';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import type { TableOf } from '../../platform/database/table.types.js';
import type { Job, Work } from '../../platform/jobs/queue.js';
import { nameForLetter, sendLetter } from '../../platform/mail/mail.js';
import type { Row } from '../../platform/row.types.js';
import { type Credential, EnterpriseKeyNotice } from '../credential.entity.js';
import { dueNotice, NOTICE_DAYS } from '../credential.rules.js';
import { findKeyReaders } from '../members/index.js';

const DAY_MS = 86_400_000;
/** Keys that one round looks at; the rest is for the next round. */
const KEYS_MAX = 500;

/** Tells owners and creators of agent keys that end soon, once for each of 30, 20 and 10 days. */
export const noticeEndingKeys: Job = {
  name: 'notice_ending_keys',
  cron: '11 * * * *',
  async run(work) {
    let after = '';
    for (;;) {
      const keys = await findEnding(work, after);
      for (const key of keys) await noticeKey(work, key);
      const last = keys.at(-1);
      if (keys.length < KEYS_MAX || last === undefined) return false;
      after = last.id;
    }
  },
};

type EndingKey = Pick<
  Row<Credential>,
  'id' | 'name' | 'hint' | 'organizationId' | 'createdBy' | 'createdAt' | 'expiresAt'
>;

function findEnding({ em, clock }: Work, after: string): Promise<EndingKey[]> {
  const now = clock.now();
  const keys = em()
    .getKysely<{ credential: TableOf<Credential> }>()
    .selectFrom('credential')
    .where('kind', '=', 'enterprise_key')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<', new Date(now.getTime() + (NOTICE_DAYS[0] + 1) * DAY_MS))
    .orderBy('id')
    .limit(KEYS_MAX)
    .select(['id', 'name', 'hint', 'organization_id as organizationId', 'created_by as createdBy'])
    .select(['created_at as createdAt', 'expires_at as expiresAt']);
  return (after === '' ? keys : keys.where('id', '>', after)).execute();
}

/** Writes the notice and its letters in one transaction; of two workers one writes them. */
async function noticeKey({ em, clock, log, config }: Work, key: EndingKey): Promise<void> {
  const { id, expiresAt, createdAt, organizationId } = key;
  const now = clock.now();
  if (expiresAt === null || organizationId === null) return;
  const days = dueNotice({ createdAt, expiresAt }, now);
  if (days === null) return;
  await em().transactional(async (tx) => {
    if (!(await isFirst(tx, id, days, now))) return;
    const link = `${config.workspaceUrl}/admin/#/settings/agent-keys`;
    for (const recipient of await findKeyReaders(tx, organizationId, key.createdBy))
      await sendLetter(tx, log, { recipient, link, ...letterOf(key, expiresAt, link) });
  });
}

/** Whether this notice was not written before; the table's key decides between two workers. */
async function isFirst(tx: EntityManager, credentialId: string, days: number, sentAt: Date): Promise<boolean> {
  const row = { credentialId, days, sentAt };
  return (await insertUnlessTaken(tx, EnterpriseKeyNotice, row, ['credentialId', 'days'])) !== null;
}

function letterOf({ name, hint }: EndingKey, expiresAt: Date, link: string): { subject: string; body: string } {
  const shown = nameForLetter(name);
  const called = shown === null ? hint : `“${shown}” (${hint})`;
  const day = expiresAt.toISOString().slice(0, 10);
  return {
    subject: `An agent key ends on ${day}`,
    body: `The agent key ${called} ends on ${day} (UTC). Agents that use it are refused from then on. Create another key and give it to them before that day:\n\n${link}\n`,
  };
}
