import { describe, expect, it } from 'vitest';
import { openStarterIndex } from '../../bench/judge.run.js';

const index = await openStarterIndex();

/** Tools of different kinds, two of them ordinary words, each with a need that it meets. */
const TOOLS = [
  ['Stripe', 'payments', 'stripe'],
  ['Auth0', 'authentication', 'auth0'],
  ['Render', 'web hosting', 'render'],
  ['Sentry', 'error tracking', 'sentry'],
  ['Twilio', 'sms', 'twilio'],
  ['Algolia', 'full-text search', 'algolia'],
] as const;

const fill = (template: string, name: string, need: string): string =>
  template.replaceAll('{X}', name).replaceAll('{need}', need);
const roleOf = (text: string, slug: string) => index.named(text).find(({ id }) => id === `tol_${slug}`)?.role;
const needsOf = (text: string) => index.read(text).analysis.capabilities.map(({ id }) => id);
const foundIn = (text: string) => index.find(text).map(({ id }) => id);

describe('a tool that is banned', () => {
  it.each([
    'anything but {X} for {need}',
    'avoid {X}; {need}',
    '{need}, no {X} please',
    '{need} without {X}',
    'everything except {X} for {need}',
    'we hate {X}, need {need}',
    '{X} is out of the question, need {need}',
    '{need} (not {X})',
    'please do not suggest {X}. {need}.',
    '{X} is not an option. We need {need}.',
    'we are not allowed to use {X}, looking for {need}',
    'non-{X} {need}',
    '{need} ohne {X}',
    '{need} sans {X}',
    '{need} sin {X}',
    'never propose {X} again, {need}',
    'ideas with {X} are no use: {need}',
    '{need}: Fastly is off the table, so is {X}',
    '{need}. {X} was rejected by procurement.',
    'We need {need}. Our lawyers rejected {X}.',
    '{X} has been evaluated and we said no to it. {need}.',
    '{need}. We decided against {X}.',
  ])('is not found, and what it is for is still asked for: %s', (template) => {
    for (const [name, need, slug] of TOOLS) {
      const text = fill(template, name, need);
      expect([text, roleOf(text, slug), foundIn(text).includes(`tol_${slug}`)]).toEqual([text, 'banned', false]);
      expect([text, needsOf(text).length]).toEqual([text, 1]);
      expect(foundIn(text).length).toBeGreaterThan(0);
    }
  });

  it('takes its vendor’s family with it, and bans nothing else', () => {
    expect(foundIn('avoid AWS; object storage')).not.toContain('tol_amazon-s3');
    expect(foundIn('no Google, push notifications')).not.toContain('tol_firebase-cloud-messaging');
    expect(foundIn('no Firebase Cloud Messaging, file storage')).toContain('tol_amazon-s3');
    expect(needsOf('avoid Stripe; payments')).toEqual(['payments']);
  });
});

describe('what runs on a banned tool', () => {
  it('is banned with it, as its own summary says', () => {
    const found = foundIn('job queue for node without Redis');
    expect(found).toContain('tol_pg-boss');
    for (const slug of ['redis', 'bull', 'bullmq']) expect(found).not.toContain(`tol_${slug}`);
  });
});

describe('an application that is acted in', () => {
  it.each([
    ['Open an issue on our GitLab project describing the failing login test.', 'gitlab'],
    ['please move the card to Done on our Trello board', 'trello'],
    ['The agent should post a message in our Slack channel', 'slack'],
    ['Change the price of SKU 44 in our Shopify shop', 'shopify'],
  ])('is the answer, whatever the act is about: %s', (text, slug) => {
    expect(roleOf(text, slug)).toBe('acted_in');
    expect(foundIn(text)[0]).toBe(`tol_${slug}`);
    expect(needsOf(text)).not.toContain('authentication');
  });
});

describe('a product that is named', () => {
  it('is there where something else is wanted of it, and is to be built where nothing is', () => {
    expect(roleOf('Godot game with a leaderboard. We need crash reports.', 'godot')).toBe('existing');
    expect(roleOf('Electron app that transcribes meetings', 'electron')).toBe('context');
    expect(roleOf('we use Slack too', 'slack')).toBe('existing');
  });
});

describe('an item of a list in which nothing was read', () => {
  it.each([
    ['send email and water my plants', ['water my plants']],
    ['error tracking and a trampoline', ['a trampoline']],
    ['a fast and reliable queue for node, with retries and a dashboard', []],
    ['auth, billing and push notifications', []],
  ])('is named as it is written, and words that say more of a need are not: %s', (text, unread) => {
    expect(index.read(text).analysis.unread).toEqual(unread);
  });
});

describe('words that only look like a name or a cue', () => {
  it.each([
    ['my react list of 20k rows scrolls like glue', 'aws-glue'],
    ['Docker Desktop got too expensive for our company', 'got'],
  ])('name no tool: %s', (text, slug) => {
    expect(roleOf(text, slug)).toBeUndefined();
  });

  it('replace nothing inside a need', () => {
    expect(roleOf('drag and drop react', 'react')).toBe('wanted');
    expect(foundIn('drag and drop react')[0]).toBe('tol_dnd-kit');
  });
});

describe('what a product stands on', () => {
  it.each(['text search for a Laravel app with MySQL', 'a NestJS API: rate limiting and feature flags'])(
    'says where a need is, and is none beside it: %s',
    (text) => {
      for (const ground of ['fullstack-framework', 'backend-framework', 'relational-database'])
        expect(needsOf(text)).not.toContain(ground);
      expect(needsOf(text).length).toBeGreaterThan(0);
    },
  );

  it('is a need where nothing else is', () => {
    expect(needsOf('a relational database')).toEqual(['relational-database']);
  });
});

describe('a tool that is there already', () => {
  it.each([
    'we already use {X}, need feature flags',
    'we use {X} for {need}, need feature flags',
    'on top of {X} we want feature flags',
    '{X} is already in place, we need feature flags',
    '{need} is handled by {X}, need feature flags',
    'feature flags for our {X} app',
    'we built everything with {X} and now need feature flags',
    'Using {X} today. Feature flags?',
    'wir nutzen schon {X}, brauchen feature flags',
    'Stack: {X}. Missing: feature flags',
    "{X}'s in place. Feature flags?",
    'we are happy with {X}; feature flags?',
    'Our provider is {X} and it remains. We need feature flags.',
    'Everything runs with {X}. Need feature flags.',
    '{need} is done already with {X}. We want feature flags.',
    'besides {X}, which we use, we need feature flags',
  ])('is not recommended again: %s', (template) => {
    for (const [name, need, slug] of TOOLS) {
      const text = fill(template, name, need);
      expect([text, roleOf(text, slug), needsOf(text)]).toEqual([text, 'existing', ['feature-flags']]);
      expect(foundIn(text)).not.toContain(`tol_${slug}`);
    }
  });
});

describe('other roles', () => {
  it.each([
    'alternative to {X}',
    'moving off {X}',
    '{X} got too expensive',
    '{X} is shutting down',
    'Ersatz für {X}',
    'something like {X} but open source',
    '{X} reaches end of life, which one do we move to',
    '{X} is too heavy for us',
    '{X} does not fit our budget',
    'from {X} to another',
    'our contract with {X} ends, find another',
  ])('replace a tool: %s', (template) => {
    for (const [name, need, slug] of TOOLS) {
      const text = fill(template, name, need);
      expect([text, roleOf(text, slug), foundIn(text).includes(`tol_${slug}`)]).toEqual([text, 'replaced', false]);
    }
  });

  it.each([
    ['render vs railway vs fly.io', ['render compared', 'railway compared', 'fly-io compared']],
    ['clerk or auth0 for a small team', ['clerk compared', 'auth0 compared']],
    ['raise a bug report on our GitHub project', ['github acted_in']],
    ['orm for postgres', ['postgresql context']],
    ['GitHub MCP server', ['github wanted']],
    ['should we use Stripe', ['stripe wanted']],
    ['nothing but Stripe', ['stripe wanted']],
    ['Twilio以外のサービス', ['twilio banned', 'sendgrid banned']],
  ])('are read from the words around a name: %s', (text, roles) => {
    expect(index.named(text).map(({ id, role }) => `${id.slice(4)} ${role}`)).toEqual(roles);
  });

  it('need what is for a tool, not the tool', () => {
    expect(needsOf('orm for postgres')).toEqual(['orm']);
    expect(needsOf('raise a bug report on our GitHub project')).toEqual([]);
    expect(foundIn('github mcp')[0]).toBe('tol_github');
  });
});

describe('a sentence in which no phrase of the lexicon stands', () => {
  it.each([
    ['see at which step people drop out of onboarding and how many come back next week', 'product-analytics'],
    ['nachrichten zuverlässig zwischen diensten austauschen', 'message-queue'],
  ])('is understood by what others have asked: %s', (text, capability) => {
    expect(needsOf(text)).toEqual([capability]);
  });

  it.each(['how do i get red wine out of a carpet', 'what is the capital of peru', 'my cat refuses to eat'])(
    'is left alone where it is about something else: %s',
    (text) => {
      expect(needsOf(text)).toEqual([]);
    },
  );
});
