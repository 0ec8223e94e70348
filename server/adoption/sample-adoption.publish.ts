import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from './day.rules.js';
import { readToolTruths } from './evidence/index.js';
import { foldEvents, rebuildRollups } from './folding/index.js';
import { makeSnapshot, newestDueDay, readNewestDay, readPublicationSecret } from './publishing/index.js';
import { Activity } from './rollup.entity.js';

/** As many days as show a trend. */
const DAYS = 14;

/**
 * Counts the events of a sample organization and publishes the last days, where nothing was published before: an installation with numbers
 * of its own gets those of the sample with its next snapshot. `directUrl` is the owner's address.
 */
export async function publishSampleAdoption(
  em: () => EntityManager,
  directUrl: string,
  organizationId: string,
  at: Date,
): Promise<void> {
  while ((await foldEvents(em())).more);
  // Folding may have passed the time at which they are recorded.
  if ((await em().count(Activity, { organizationId })) === 0) await rebuildRollups(em());
  if (await readNewestDay(em())) return;
  const due = newestDueDay(at);
  const secret = await readPublicationSecret(directUrl);
  for (let before = DAYS - 1; before >= 0; before -= 1)
    await makeSnapshot(em(), { day: addDays(due, -before), at, readTruths: readToolTruths, secret });
}
