import { describe, expect, it } from 'vitest';
import { answersFor, PRIVATE } from '../../admin/intake-submissions/answers.js';
import { INTERNAL_RULES } from '../../server/intake/checks/index.js';
import { changesOf } from '../../server/intake/review/content-changes.rules.js';
import { readable, textOfPage } from '../../server/intake/review/page-text.rules.js';

describe('the text of a page', () => {
  it.each([
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['a<br>b', 'a\nb'],
    ['a <b>bold</b> word', 'a bold word'],
    ['<!-- hidden -->seen', 'seen'],
    ['<style>p{}</style><SCRIPT>x</SCRIPT >seen', 'seen'],
    ['<header>Top</header><head><title>T</title></head>', 'Top\n\nT'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['&lt;b&gt; &#65;&#x42; &unknown; &#1114112; &#xd800;', '<b> AB &unknown; \ufffd \ufffd'],
    ['a\u202eb\u0000c\u00add', 'a\ufffdb\ufffdcd'],
    ['<script>never closed', ''],
    ['<!-- never closed', ''],
    ['<p never closed', ''],
    ['', ''],
  ])('%j reads as %j', (html, text) => expect(textOfPage(html)).toBe(text));

  it('takes time that grows with its length alone', () => {
    for (const piece of ['<', '<script', '<!--', '</', '&#', '<p><', 'a\u00a0 '])
      expect(textOfPage(piece.repeat(200_000)).length).toBeLessThanOrEqual(1_400_000);
  });

  it('has at most one empty line between two others', () => expect(readable('a\r\n\r\r\n \t\nb  c')).toBe('a\n\nb c'));
});

describe('changes of a content', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1 }, { a: '1' }, [{ pointer: '/a', before: 1, after: '1' }]],
    [{ a: null }, {}, []],
    [{ a: { b: 1 } }, { a: null }, [{ pointer: '/a', before: { b: 1 }, after: null }]],
    [{ a: [1, 2] }, { a: [1] }, [{ pointer: '/a/1', before: 2, after: null }]],
    [{ a: [1] }, { a: { 0: 1 } }, [{ pointer: '/a', before: [1], after: { 0: 1 } }]],
    [{}, { 'a/b~c': 1 }, [{ pointer: '/a~1b~0c', before: null, after: 1 }]],
    [{}, JSON.parse('{"__proto__": 1}'), [{ pointer: '/__proto__', before: null, after: 1 }]],
  ])('of %j to %j', (before, after, changes) => expect(changesOf(before, after)).toEqual(changes));
});

describe('sentences for a submitter', () => {
  it('quote no check that its submitter may not read of', () => {
    expect([...PRIVATE].toSorted()).toEqual([...INTERNAL_RULES].toSorted());
    const checks = [...INTERNAL_RULES, 'links.own_domain'].map((ruleId) => ({
      ruleId,
      result: 'unknown' as const,
      pointer: '/fields/links/1/url',
      evidence: null,
      reason: `Reason of ${ruleId}.`,
    }));
    const answers = answersFor({ checks }, false);
    expect(answers.filter(({ text }) => text.includes('Reason of')).map(({ text }) => text)).toEqual([
      'About links 2 address: Reason of links.own_domain.',
    ]);
  });
});
