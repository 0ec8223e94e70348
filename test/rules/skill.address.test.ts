import { describe, expect, it } from 'vitest';
import { readSkillAddress } from '../../server/skills/address.rules.js';

const RAW = 'https://raw.githubusercontent.com';
const codesOf = (text: string, allow: string[] = []): string[] => {
  const read = readSkillAddress(text, allow);
  return 'url' in read ? [] : read.problems.map(({ code }) => code);
};

describe('the address of a skill', () => {
  it.each([
    ['https://example.com/SKILL.md', 'https://example.com/SKILL.md'],
    ['  https://example.com/a/b/SKILL.md\n', 'https://example.com/a/b/SKILL.md'],
    ['HTTPS://EXAMPLE.com:443/SKILL.md', 'https://example.com/SKILL.md'],
    ['https://example.com/SKILL.md#usage', 'https://example.com/SKILL.md'],
    ['https://example.com/SKILL.md?', 'https://example.com/SKILL.md'],
    ['https://example.com/a/../b/./SKILL.md', 'https://example.com/b/SKILL.md'],
    ['https://example.com/a/%2e%2e/SKILL.md', 'https://example.com/SKILL.md'],
    [
      'https://example.com/größe/%C3%A9 /SKILL.md'.replace(' ', '%20'),
      'https://example.com/gr%C3%B6%C3%9Fe/%C3%A9%20/SKILL.md',
    ],
    ['https://bücher.example.com/SKILL.md', 'https://xn--bcher-kva.example.com/SKILL.md'],
    [`${RAW}/o/r/main/skills/a/SKILL.md`, `${RAW}/o/r/main/skills/a/SKILL.md`],
    ['https://gitlab.com/g/p/-/raw/main/SKILL.md', 'https://gitlab.com/g/p/-/raw/main/SKILL.md'],
    ['https://bitbucket.org/g/p/raw/main/SKILL.md', 'https://bitbucket.org/g/p/raw/main/SKILL.md'],
  ])('%s is read', (text, url) => {
    expect(readSkillAddress(text, [])).toEqual({ url });
  });

  it.each([
    ['https://github.com/o/r/blob/main/SKILL.md', '/o/r/main/SKILL.md'],
    ['https://www.github.com/o/r/blob/main/skills/a/SKILL.md', '/o/r/main/skills/a/SKILL.md'],
    ['https://GitHub.com:443/o/r/blob/v1.2/SKILL.md#L3-L9', '/o/r/v1.2/SKILL.md'],
    ['https://github.com/o/r/blob/refs/heads/feature/x/SKILL.md', '/o/r/refs/heads/feature/x/SKILL.md'],
    ['https://github.com/o/r/raw/main/SKILL.md', '/o/r/main/SKILL.md'],
    ['https://github.com/o/r/raw/refs/tags/v1/a/SKILL.md', '/o/r/refs/tags/v1/a/SKILL.md'],
    ['https://github.com/o/blob/blob/main/blob/SKILL.md', '/o/blob/main/blob/SKILL.md'],
    ['https://github.com/o/r/blob/main/SKILL.md?plain=1#L2', '/o/r/main/SKILL.md'],
    ['https://github.com/o/r/blob/main/SKILL.md?raw=true', '/o/r/main/SKILL.md'],
  ])('%s is read as its raw file', (text, path) => {
    expect(readSkillAddress(text, [])).toEqual({ url: `${RAW}${path}` });
  });

  it.each([
    ['', ['not_a_url']],
    ['SKILL.md', ['not_a_url']],
    ['example.com/SKILL.md', ['not_a_url']],
    ['//example.com/SKILL.md', ['not_a_url']],
    ['https:example.com/SKILL.md', ['not_a_url']],
    ['https:///example.com/SKILL.md', ['not_a_url']],
    ['https://[/SKILL.md', ['not_a_url']],
    ['https://exam ple.com/SKILL.md', ['not_a_url']],
    ['https://exam\nple.com/SKILL.md', ['not_a_url']],
    ['https://example.com/a\tb/SKILL.md', ['not_a_url']],
    ['https://example.com\\a\\SKILL.md', ['not_a_url']],
    ['https://example.com\\@evil.example.com/SKILL.md', ['not_a_url']],
    ['https://example.com/\u0000/SKILL.md', ['not_a_url']],
    ['https://example.com/\u202e/SKILL.md', ['not_a_url']],
    ['javascript:alert(1)//SKILL.md', ['not_a_url']],
    ['http://example.com/SKILL.md', ['not_https']],
    ['ftp://example.com/SKILL.md', ['not_https']],
    ['file:///etc/SKILL.md', ['not_a_url']],
    ['http://github.com/o/r/blob/main/SKILL.md', ['not_https']],
    ['https://example.com:8443/SKILL.md', ['port']],
    ['https://example.com:80/SKILL.md', ['port']],
    ['https://user:secret@example.com/SKILL.md', ['user_info']],
    ['https://token@example.com/SKILL.md', ['user_info']],
    ['https://@example.com/SKILL.md', ['user_info']],
    ['https://:@example.com/SKILL.md', ['user_info']],
    ['https://github.com@example.com/SKILL.md', ['user_info']],
    ['https://example.com/SKILL.md?token=secret', ['query']],
    ['https://example.com/SKILL.md?plain=1', ['query']],
    ['https://github.com/o/r/blob/main/SKILL.md?token=secret', ['query']],
    ['https://github.com/o/r/blob/main/SKILL.md?plain=1&token=x', ['query']],
    ['https://example.com/', ['not_skill_md']],
    ['https://example.com', ['not_skill_md']],
    ['https://example.com/skill.md', ['not_skill_md']],
    ['https://example.com/Skill.md', ['not_skill_md']],
    ['https://example.com/SKILL.MD', ['not_skill_md']],
    ['https://example.com/SKILL.md/', ['not_skill_md']],
    ['https://example.com/SKILL.md/..', ['not_skill_md']],
    ['https://example.com/MY-SKILL.md', ['not_skill_md']],
    ['https://example.com/SKILL.md;a', ['not_skill_md']],
    ['https://example.com/SKILL%2Emd', ['not_skill_md']],
    ['https://example.com/%53KILL.md', ['not_skill_md']],
    ['https://example.com/a%2FSKILL.md', ['not_skill_md']],
    ['https://example.com/a%5cSKILL.md', ['not_skill_md']],
    ['https://example.com/a%2f..%2Fb/SKILL.md', ['not_skill_md']],
    ['https://example.com/a%5Cb/SKILL.md', ['not_skill_md']],
    ['https://example.com/a.sh%00/SKILL.md', ['not_skill_md']],
    ['https://example.com/a%0d%0ab/SKILL.md', ['not_skill_md']],
    ['https://example.com/a%zz/SKILL.md', ['not_skill_md']],
    ['https://example.com/a%/SKILL.md', ['not_skill_md']],
    ['https://example.com/?f=/SKILL.md', ['query', 'not_skill_md']],
    ['https://example.com/#/SKILL.md', ['not_skill_md']],
    ['https://github.com/o/r', ['not_skill_md', 'not_raw']],
    ['https://github.com/o/r/tree/main/skills/a', ['not_skill_md', 'not_raw']],
    ['https://github.com/o/r/blob/main/README.md', ['not_skill_md']],
    ['https://github.com/o/r/blame/main/SKILL.md', ['not_raw']],
    ['https://github.com/o/r/edit/main/SKILL.md', ['not_raw']],
    ['https://github.com/o/r/blob/SKILL.md', ['not_raw']],
    ['https://github.com/o/r/blob//SKILL.md', ['not_raw']],
    ['https://gitlab.com/g/s/p/-/blob/main/SKILL.md', ['not_raw']],
    ['https://gitlab.com/g/p/blob/main/SKILL.md', ['not_raw']],
    ['https://git.example.com/g/p/-/blob/main/SKILL.md', ['not_raw']],
    ['https://bitbucket.org/g/p/src/main/SKILL.md', ['not_raw']],
    [
      'http://user:secret@example.com:8080/skill.md?token=secret',
      ['not_https', 'port', 'user_info', 'query', 'not_skill_md'],
    ],
  ])('%s is refused: %j', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('has 2,048 characters at most, as it was given and as it is fetched', () => {
    const ofLength = (start: string, length: number): string =>
      `${start}${'x'.repeat(length - start.length - '/SKILL.md'.length)}/SKILL.md`;
    expect(codesOf(ofLength('https://example.com/', 2_048))).toEqual([]);
    expect(codesOf(ofLength('https://example.com/', 2_049))).toEqual(['too_long']);
    expect(codesOf(ofLength('https://github.com/o/r/blob/main/', 2_048))).toEqual(['too_long']);
    expect(codesOf(`https://example.com/${'ö'.repeat(500)}/SKILL.md`)).toEqual(['too_long']);
    expect(codesOf('x'.repeat(1_000_000))).toEqual(['too_long']);
  });

  it('may be http and on any port where the test-only list says so, and nothing else is let off', () => {
    const allow = ['127.0.0.1:8080', 'skills.test:80', 'skills.test:8443'];
    expect(readSkillAddress('http://127.0.0.1:8080/SKILL.md', allow)).toEqual({
      url: 'http://127.0.0.1:8080/SKILL.md',
    });
    expect(codesOf('http://skills.test/SKILL.md', allow)).toEqual([]);
    expect(codesOf('https://skills.test:8443/SKILL.md', allow)).toEqual([]);
    expect(codesOf('http://127.0.0.1:8081/SKILL.md', allow)).toEqual(['not_https', 'port']);
    expect(codesOf('ftp://127.0.0.1:8080/SKILL.md', allow)).toEqual(['not_https']);
    expect(codesOf('http://a@127.0.0.1:8080/skill.md?x', allow)).toEqual(['user_info', 'query', 'not_skill_md']);
  });

  it('is never repeated in what is said against it, and every reason says where and what to do', () => {
    const read = readSkillAddress('http://user:hunter2@example.com:8080/secret.md?token=hunter3', []);
    const problems = 'url' in read ? [] : read.problems;
    expect(JSON.stringify(problems)).not.toMatch(/hunter|example\.com|secret/);
    for (const one of problems) expect(one).toMatchObject({ pointer: '/skillUrl', hint: expect.stringMatching(/\.$/) });
  });
});
