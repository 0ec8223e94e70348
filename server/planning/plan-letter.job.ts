import { LockMode, ref } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findPerson } from '../accounts/index.js';
import { findPlannedTools, type LoadOffers } from '../directory/index.js';
import { publicId } from '../platform/ids.js';
import type { Job, Work } from '../platform/jobs/queue.js';
import { nameForLetter, sendLetter } from '../platform/mail/mail.js';
import { newLinkSecret } from '../platform/secrets/link-secret.new.js';
import { PlanLetterLink, SavedPlan } from './plan.entity.js';
import { changesSince, keyOfChange, type PresentCatalog } from './plan-change.rules.js';
import type { PlanChange, PlanChangeKind } from './plan-change.types.js';
import { hashOfLetterSecret } from './plan-letter.operations.js';

/** Plans that are looked at together. */
const BATCH = 200;

/** Writes to people who agreed to it what changed in their saved plans, once a day and each change once. */
export const planLetterJob = (loadOffers: LoadOffers): Job => ({
  name: 'send_plan_letters',
  cron: '41 6 * * *',
  async run(work) {
    let offers: PresentCatalog['offers'] | null = null;
    for (let after = ''; ; ) {
      const plans = await findWatched(work.em(), after);
      const last = plans.at(-1);
      if (last === undefined) return false;
      offers ??= new Map((await loadOffers(work.em())).map((offer) => [offer.id, offer]));
      const slugs = plans.flatMap(({ brief }) => brief.stack.map(({ tool }) => tool.slug));
      const tools = new Map((await findPlannedTools(work.em(), slugs)).map((tool) => [tool.slug, tool]));
      for (const { id } of plans) await writeLetter(work, id, { tools, offers, at: work.clock.now() });
      after = last.id;
    }
  },
});

const findWatched = (em: EntityManager, after: string): Promise<SavedPlan[]> =>
  em.find(
    SavedPlan,
    { lettersSince: { $ne: null }, ...(after === '' ? {} : { id: { $gt: after } }) },
    { orderBy: { id: 'asc' }, limit: BATCH },
  );

/** Writes the letter of one plan, if something of it is new; of two workers one writes it. */
async function writeLetter({ em, log, config }: Work, id: string, present: PresentCatalog): Promise<void> {
  await em().transactional(async (tx) => {
    const plan = await tx.findOne(
      SavedPlan,
      { id, lettersSince: { $ne: null } },
      { refresh: true, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    if (!plan) return;
    const changes = changesSince(plan.brief, present);
    const reported = new Set(plan.reportedChanges);
    const news = changes.filter((change) => !reported.has(keyOfChange(change)));
    if (news.length === 0 && changes.length === reported.size) return;
    plan.reportedChanges = changes.map(keyOfChange);
    const person = news.length > 0 ? await findPerson(tx, plan.userId) : null;
    if (person?.emailVerified) {
      const secret = newLinkSecret();
      tx.create(PlanLetterLink, { secretHash: hashOfLetterSecret(secret), plan: ref(plan), sentAt: present.at });
      const link = `${config.workspaceUrl}/admin/#/workbench/plans/${publicId('pln', id)}`;
      const unsubscribe = `${config.workspaceUrl}/letters/stop/${secret}`;
      await sendLetter(tx, log, {
        recipient: person.email,
        link,
        unsubscribe,
        ...letterOf(plan, news, { link, unsubscribe }),
      });
    }
    await tx.flush();
  });
}

/** Names come from others and go through the rule of letters; what a fact says in words stays on the page. */
const SENTENCES: Readonly<Record<PlanChangeKind, (name: string, change: PlanChange) => string>> = {
  price: (name) => `${name}: it is priced another way.`,
  free_tier: (name) => `${name}: its free tier is another one, or none.`,
  end_of_life: (name) => `${name}: it is deprecated.`,
  no_longer_listed: (name) => `${name}: it is no longer in the directory.`,
  offer_ended: (name) => `${name}: an offer for it ended.`,
  offer_end: (name, { after }) =>
    after === null
      ? `${name}: an offer for it has no known end any more.`
      : `${name}: an offer for it ends on ${after}.`,
};

function letterOf(
  { title, brief }: SavedPlan,
  news: readonly PlanChange[],
  { link, unsubscribe }: { link: string; unsubscribe: string },
): { subject: string; body: string } {
  const names = new Map(brief.stack.map(({ tool }) => [tool.slug, nameForLetter(tool.name)]));
  const lines = news.map((change) => `- ${SENTENCES[change.kind](names.get(change.tool) ?? change.tool, change)}`);
  const called = nameForLetter(title);
  return {
    subject: 'Something changed in a plan that you saved',
    body: `${called === null ? 'In a plan that you saved' : `In your saved plan “${called}”`}:\n\n${lines.join('\n')}\n\nThe plan, with what was and what is:\n\n${link}\n\nYou agreed to letters about this plan. This link ends them:\n\n${unsubscribe}\n`,
  };
}
