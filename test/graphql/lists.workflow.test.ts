import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askList, idsOf } from '../setup/sorted-list.js';
import { openPeople } from '../setup/sorted-list.people.js';
import { testSortedList } from '../setup/sorted-list.tests.js';
import { LEVELS, plans, projects, riskOf, skills } from '../setup/sorted-list.workflow.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('projects', () => testSortedList(projects, () => app));

describe('agentSkills', () => {
  testSortedList(skills, () => app);

  it('has those of some levels of risk alone', async () => {
    const { owner } = await openPeople(app);
    await skills.seed(app, owner, 1, 12);
    const { items } = await askList(app, skills, owner, {});
    for (const wanted of [['high'], ['none', 'low'], LEVELS]) {
      const variables = { ...owner.variables, risk: wanted };
      const found = await askList(app, skills, { ...owner, variables }, {}, 'risk: [String!]');
      expect(idsOf(found.items)).toEqual(idsOf(items.filter((one) => wanted.includes(LEVELS[riskOf(one)] ?? ''))));
    }
    const variables = { ...owner.variables, risk: ['extreme'] };
    expect((await askList(app, skills, { ...owner, variables }, {}, 'risk: [String!]')).refused).toEqual(['400 /risk']);
  });
});

describe('savedPlans', () => testSortedList(plans, () => app));
