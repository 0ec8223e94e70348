import { expect, it } from 'vitest';
import { isSeen } from '../../server/platform/name.rules.js';

it('a character is unseen where Unicode says that it is drawn as nothing', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (isSeen(`a${character}`) === /\p{Default_Ignorable_Code_Point}/u.test(character)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
