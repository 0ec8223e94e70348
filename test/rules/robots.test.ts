import { describe, expect, it } from 'vitest';
import { openRobots, readRobots } from '../../server/directory/checks/robots.rules.js';

const allows = (text: string, path: string): boolean => readRobots(text).isAllowed(path);

describe('the rules of a host for programs', () => {
  it.each([
    ['User-agent: *\nDisallow: /private', '/private/page', false],
    ['User-agent: *\nDisallow: /private', '/public', true],
    ['User-agent: *\nDisallow: /\nAllow: /docs', '/docs/start', true],
    ['User-agent: *\nDisallow: /docs\nAllow: /docs', '/docs', true],
    ['User-agent: *\nDisallow: /*.json$', '/a/b.json', false],
    ['User-agent: *\nDisallow: /*.json$', '/a/b.json?x', true],
    ['User-agent: *\nDisallow: /a*z/b', '/axyz/b/c', false],
    ['User-agent: *\nDisallow: ', '/anything', true],
    ['User-agent: dai\nDisallow: /\n\nUser-agent: *\nAllow: /', '/x', false],
    ['User-agent: other\nUser-agent: DAI\nDisallow: /x # a comment', '/x', false],
    ['User-agent: other\nDisallow: /', '/x', true],
    ['Disallow: /', '/x', true],
    ['<html>no rules</html>', '/x', true],
  ])('of %j let %s be looked at: %s', (text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed);
  });

  it('may ask for a pause, a minute at most', () => {
    expect(readRobots('User-agent: *\nCrawl-delay: 7').delayMs).toBe(7_000);
    expect(readRobots('User-agent: *\nCrawl-delay: 3600').delayMs).toBe(60_000);
    expect(readRobots('User-agent: *\nCrawl-delay: never').delayMs).toBe(0);
    expect(openRobots.delayMs).toBe(0);
  });

  it('are read in a moment, whatever they are', () => {
    const started = performance.now();
    const robots = readRobots(`User-agent: *\nDisallow: /${'a*'.repeat(2_000)}b`);
    expect(robots.isAllowed(`/${'a'.repeat(2_000)}`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
