import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openPasswordHasher } from '../../server/accounts/sessions/sign-in-library.client.js';

/** Hashes nothing until it is told to, and counts what it was asked for. */
function heldHasher() {
  const held: (() => void)[] = [];
  let most = 0;
  let requested = 0;
  const hold = async (): Promise<void> => {
    requested += 1;
    await new Promise<void>((go) => {
      held.push(go);
      most = Math.max(most, held.length);
    });
  };
  const hasher = {
    hash: async (password: string) => {
      await hold();
      return password;
    },
    verify: async () => {
      await hold();
      return true;
    },
  };
  /** Lets what is held go on until nothing more comes. */
  const finish = async <T>(answers: Promise<T>): Promise<T> => {
    let isOver = false;
    void answers.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const go of held.splice(0)) go();
      await setImmediate();
    }
    return answers;
  };
  return { hasher, most: () => most, requested: () => requested, finish };
}

/** Every sign-in once hashed at the same time: four took every thread and 128 MiB. */
it('passwords are hashed two at a time at most, each in its turn', async () => {
  const { hasher, most, finish } = heldHasher();
  const gated = openPasswordHasher(hasher);
  const answers = Promise.all(Array.from({ length: 20 }, (_one, of) => gated.hash(`${of}`)));
  expect(await finish(answers)).toEqual(Array.from({ length: 20 }, (_one, of) => `${of}`));
  expect(most()).toBeLessThanOrEqual(2);
});

it('who comes when a hundred wait is told at once', async () => {
  const { hasher, requested, finish } = heldHasher();
  const gated = openPasswordHasher(hasher);
  const pair = { hash: 'a', password: 'b' };
  const answers = Promise.allSettled(Array.from({ length: 150 }, () => gated.verify(pair)));
  await expect(gated.verify(pair)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const settled = await finish(answers);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(requested());
  expect(requested()).toBeGreaterThanOrEqual(100);
});
