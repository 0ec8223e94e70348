import { describe, expect, it } from 'vitest';
import { repeatedMembers } from '../../formats/json.js';
import { measureJson } from '../../server/platform/http/json.measure.js';

/** The results of the two passes over a text: whether it may repeat a member, and which it does. */
const looksLike = (text: string) => ({
  mayRepeat: measureJson(Buffer.from(text)).mayRepeat,
  repeated: repeatedMembers(text),
});
const names = (count: number, more = '') =>
  `{${Array.from({ length: count }, (_one, index) => `"n${index}":${index}`).join(',')}${more}}`;

describe('a JSON text that repeats no member', () => {
  it.each([
    ['scalars', '"a"'],
    ['nothing', '{}'],
    ['one name at several levels', '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2},["a","a"]]}'],
    ['values that are alike', '{"a":"x","b":"x","c":["x","x"]}'],
    ['names inside of strings', '{"a":"{\\"b\\":1,\\"b\\":2}","c":"a"}'],
    ['a name after an object in a list', '{"x":[{"y":1}],"y":2}'],
    ['white space', '{ "a" : 1 ,\n"b" :\t2 }'],
    ['a name that is empty', '{"":1,"a":{"":2}}'],
    ['33 names', names(33)],
    ['names of an object around a wide one', `{"n1":${names(40)},"n2":1}`],
  ])('passes at the first look: %s', (_name, text) => {
    expect(looksLike(text)).toEqual({ mayRepeat: false, repeated: [] });
  });

  it('is looked at twice where a name is written with an escape', () => {
    expect(looksLike('{"\\u0061":1,"b":2}')).toEqual({ mayRepeat: true, repeated: [] });
  });
});

describe('a JSON text that repeats a member', () => {
  it.each([
    ['at the root', '{"a":1,"b":2,"a":3}', [['a']]],
    ['three times', '{"a":1,"a":2,"a":3}', [['a'], ['a']]],
    ['with equal values', '{"a":1,"a":1}', [['a']]],
    ['after an object', '{"a":{"b":1},"a":2}', [['a']]],
    ['in an item of a list', '{"x":[1,{"y":1,"y":2}]}', [['x', 1, 'y']]],
    ['once with an escape', '{"a":1,"\\u0061":2}', [['a']]],
    ['with a quote in its name', '{"a\\"b":1,"a\\"b":2}', [['a"b']]],
    ['beyond ASCII', '{"ключ":1,"ключ":2}', [['ключ']]],
    ['with an empty name', '{"":1,"":2}', [['']]],
    ['the name of a prototype', '{"__proto__":1,"__proto__":2}', [['__proto__']]],
    ['as its 34th', names(33, ',"n5":1'), [['n5']]],
    [
      'in two objects',
      '[{"a":1,"a":2},{"b":1,"b":2}]',
      [
        [0, 'a'],
        [1, 'b'],
      ],
    ],
  ])('is found: %s', (_name, text, repeated) => {
    expect(looksLike(text)).toEqual({ mayRepeat: true, repeated });
  });

  it('is found in the last of 50 items, however much the first repeats', () => {
    const loud = `{${Array.from({ length: 300 }, () => '"a":1').join(',')}}`;
    const found = repeatedMembers(
      `{"events":[${[...Array.from({ length: 49 }, () => loud), '{"b":1,"b":2}'].join(',')}]}`,
    );
    expect(found).toHaveLength(49 * 20 + 1);
    expect(found.at(-1)).toEqual(['events', 49, 'b']);
  });
});

it('measures what is not JSON without an end that is not there', () => {
  for (const text of ['}', ']]]', '{"a', '{"a":1,"', '"\\', ',,,', '{"a":[}', '{,"a"'])
    expect(measureJson(Buffer.from(text)).members).toBeLessThan(4);
});

it('counts names, lists and objects up to one beyond the bound', () => {
  expect(measureJson(Buffer.from('{"a":[{}],"b":"{[:"}'), 5).members).toBe(5);
  expect(measureJson(Buffer.from('[[[[[[[['), 5).members).toBe(6);
});
