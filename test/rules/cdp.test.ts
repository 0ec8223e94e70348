import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { upperSnakeName } from '../../server/tracking/cdp/cdp-call.read.js';
import { cdpCalls, fromCdpEvent } from '../../server/tracking/cdp/index.js';
import { sampleSets } from '../setup/samples.js';
import { accepted, codesOf, eventWith, refused } from './event.builder.js';

const product = { id: 'unlocker-api', name: 'Unlocker API', type: 'api' };
const mapping = { product, family: 'activation' as const };
const track = { type: 'track', event: 'Order Completed', userId: 'u-1', messageId: 'm-1' };

describe('fromCdpEvent', () => {
  it('maps name, user, message id, time and campaign, and says what it left behind', () => {
    const envelope = {
      ...track,
      timestamp: '2026-01-02T03:04:05+00:00',
      anonymousId: 'a',
      properties: { plan: 'pro', email: 'x@example.com' },
      context: { ip: '8.8.8.8', campaign: { id: 'c-1', name: 'Spring', source: 'mail', medium: 'email' } },
    };
    const result = fromCdpEvent(envelope, { ...mapping, keep: ['plan'] });
    expect(result).toEqual({
      kind: 'event',
      event: {
        event_name: 'ORDER_COMPLETED',
        event_family: 'activation',
        developer_id: 'u-1',
        product,
        context: { attribution: { campaignId: 'c-1', source: 'mail' } },
        occurredAt: '2026-01-02T03:04:05+00:00',
        idempotencyKey: 'm-1',
        metadata: { plan: 'pro' },
      },
      dropped: ['/anonymousId', '/context/ip', '/context/campaign/medium', '/properties/email'],
    });
    if (result.kind === 'event') expect(accepted(result.event).ok).toBe(true);
  });

  it('keeps the catalog’s family of a named event and takes the given one for others, by either name', () => {
    const families = { 'Order Completed': 'commercial', SIGNED_UP: 'intent' } as const;
    const of = (event: string) => fromCdpEvent({ ...track, event }, { product, families });
    expect(of('First API Call')).toMatchObject({ event: { event_name: 'FIRST_API_CALL' } });
    expect(of('First API Call')).not.toHaveProperty('event.event_family');
    expect(of('Order Completed')).toMatchObject({ event: { event_family: 'commercial' } });
    expect(of('signedUp')).toMatchObject({ event: { event_family: 'intent' } });
    expect(of('Other')).toMatchObject({ kind: 'refused', reason: 'no_family' });
  });

  it.each([
    [{ ...track, event: '' }, 'no_event_name'],
    [{ ...track, event: '購入' }, 'bad_event_name'],
    [{ ...track, event: '7 days later' }, 'bad_event_name'],
    [{ ...track, event: 'x'.repeat(101) }, 'bad_event_name'],
    [{ ...track, userId: undefined }, 'no_user_id'],
    [{ ...track, userId: 'Anonymous' }, 'no_user_id'],
    [{ ...track, messageId: undefined }, 'no_message_id'],
    [{ ...track, timestamp: 'yesterday' }, 'bad_time'],
    [{ ...track, timestamp: [1_700_000_000] }, 'bad_time'],
    ['text', 'not_a_call'],
  ])('refuses %j with the reason %s', (envelope, reason) => {
    expect(fromCdpEvent(envelope, mapping)).toMatchObject({ kind: 'refused', reason });
  });

  it.each([
    [{ type: 'identify', userId: 'u' }, 'identify'],
    [{ type: 'group', groupId: 'g' }, 'group'],
    [{ type: 'Page', userId: 'u' }, 'page'],
    [{ type: 'screen', userId: 'u' }, 'screen'],
    [{ type: 'alias', userId: 'u' }, 'alias'],
    [{ action: 'identify', userId: 'u' }, 'identify'],
    [{ event: '$pageview', distinct_id: 'u', uuid: 'm' }, 'page'],
    [{ event: '$identify', distinct_id: 'u', uuid: 'm' }, 'identify'],
    [{ event: '$autocapture', distinct_id: 'u', uuid: 'm' }, 'internal'],
    [{ ...track, userId: undefined, anonymousId: 'a' }, 'anonymous'],
    [{ event: 'x', distinct_id: 'u', uuid: 'm', properties: { $process_person_profile: false } }, 'anonymous'],
  ])('says of %j that it is no event (%s)', (envelope, type) => {
    expect(fromCdpEvent(envelope, mapping)).toMatchObject({ kind: 'not_an_event', type });
  });

  it('reads identifiers that were sent as numbers', () => {
    expect(fromCdpEvent({ ...track, userId: 97_980 }, mapping)).toMatchObject({ event: { developer_id: '97980' } });
  });

  it.each([
    ['Order Completed', 'ORDER_COMPLETED'],
    ['orderCompleted', 'ORDER_COMPLETED'],
    ['APIKeyCreated', 'API_KEY_CREATED'],
    ['order.completed-now', 'ORDER_COMPLETED_NOW'],
    ['RETURNED_AFTER_7_DAYS', 'RETURNED_AFTER_7_DAYS'],
    ['D7RETURN', 'D7RETURN'],
    ['  größe geändert! ', 'GROSSE_GEANDERT'],
    ['日本', null],
    ['!!!', null],
  ])('writes %j as %j', (name, expected) => {
    expect(upperSnakeName(name)).toBe(expected);
  });
});

describe('cdpCalls', () => {
  it('finds the calls of a batch, with the context of the batch under their own', () => {
    const calls = cdpCalls({
      batch: [track, { ...track, context: { campaign: { id: 'b' } } }],
      context: { campaign: { id: 'a' } },
    });
    expect(calls.map(({ pointer }) => pointer)).toEqual(['/batch/0', '/batch/1']);
    expect(calls.map(({ call }) => fromCdpEvent(call, mapping))).toMatchObject([
      { event: { context: { attribution: { campaignId: 'a' } } } },
      { event: { context: { attribution: { campaignId: 'b' } } } },
    ]);
  });

  it('takes one call, a list and a recorded request alike', () => {
    expect(cdpCalls(track)).toEqual([{ pointer: '', call: track }]);
    expect(cdpCalls([track])).toEqual([{ pointer: '/0', call: track }]);
    expect(cdpCalls({ body: { batch: [track] } }).map(({ pointer }) => pointer)).toEqual(['/body/batch/0']);
  });
});

describe('a raw CDP envelope at a tracking path', () => {
  it('is refused with the event it would be, and the names of what only the caller can add', () => {
    const checked = refused({ ...track, timestamp: '2026-01-02T03:04:05Z', properties: { plan: 'pro' } });
    expect(checked.code).toBe('VALIDATION_FAILED');
    expect(checked.suggestedPayload).toEqual({
      event_name: 'ORDER_COMPLETED',
      developer_id: 'u-1',
      occurredAt: '2026-01-02T03:04:05Z',
      idempotencyKey: 'm-1',
    });
    expect(checked.missing).toEqual(['/event_family', '/product']);
    expect(accepted({ ...checked.suggestedPayload, event_family: 'intent', product }).ok).toBe(true);
  });

  it('misses no family when the name is in the catalog, and its key and user when the call has none', () => {
    const checked = refused({ type: 'track', event: 'First API Call', properties: {} });
    expect(checked.suggestedPayload).toEqual({ event_name: 'FIRST_API_CALL' });
    expect(checked.missing).toEqual(['/developer_id', '/product', '/idempotencyKey']);
  });

  it('hears that it is no event when it is none', () => {
    for (const type of ['identify', 'group', 'page', 'screen', 'alias'])
      expect(codesOf({ type, userId: 'u', traits: {} })).toEqual(['/type not_an_event']);
    expect(codesOf({ type: 'track', event: 'X', anonymousId: 'a' })).toEqual(['/anonymousId not_an_event']);
    expect(codesOf({ event: '$pageview', distinct_id: 'u', properties: {} })).toEqual(['/event not_an_event']);
    expect(codesOf({ event_type: 'session_start', data: {} })).toEqual(['/event_type not_an_event']);
    expect(refused({ type: 'identify', userId: 'u' })).not.toHaveProperty('suggestedPayload');
  });

  it('is not seen in a canonical event with one stray name', () => {
    expect(refused(eventWith({ userId: 'u' }))).not.toHaveProperty('suggestedPayload');
    expect(refused({ developer_id: 'u', event: 'X' })).not.toHaveProperty('suggestedPayload');
  });
});

describe.each(sampleSets('cdp'))('the real payloads $set', ({ folder }) => {
  const verdicts: Record<string, string[]> = {
    'analytics-go--fixtures-test-context-track.json': ['DOWNLOAD'],
    'analytics-go--fixtures-test-enqueue-identify.json': ['not_an_event identify'],
    'analytics-go--fixtures-test-many-track.json': ['DOWNLOAD', 'DOWNLOAD', 'DOWNLOAD'],
    'posthog-python--snapshots-legacy_event_family.json': [
      'ORDER_COMPLETED',
      'not_an_event identify',
      'not_an_event alias',
      'not_an_event group',
    ],
    'segment-docs--spec-b2b-saas--L155.json': ['refused no_message_id'],
    'segment-docs--spec-common--L17.json': ['REPORT_SUBMITTED'],
    'segment-docs--spec-ecommerce--L116.json': ['refused no_message_id'],
    'segment-docs--spec-group--L24.json': ['not_an_event group'],
    'segment-docs--spec-identify--L20.json': ['not_an_event identify'],
    'segment-docs--spec-track--L14.json': ['refused no_user_id'],
  };
  const read = (file: string): unknown => JSON.parse(readFileSync(resolve(folder, file), 'utf8'));
  const resultsOf = (file: string) => cdpCalls(read(file)).map(({ call }) => fromCdpEvent(call, mapping));

  it.each(Object.entries(verdicts))('%s is read as %j, and what is mapped is accepted', (file, expected) => {
    const results = resultsOf(file);
    expect(
      results.map((one) =>
        one.kind === 'event' ? one.event.event_name : `${one.kind} ${one.kind === 'refused' ? one.reason : one.type}`,
      ),
    ).toEqual(expected);
    for (const one of results) if (one.kind === 'event') expect(accepted(one.event).event.developerId).not.toBe('');
  });

  it('are all covered', () => {
    const index = read('index.json');
    expect(Array.isArray(index) && index.map(({ file }: { file: string }) => file).sort()).toEqual(
      Object.keys(verdicts).sort(),
    );
  });

  it('keep campaign, time and key, and drop properties and device data', () => {
    expect(resultsOf('segment-docs--spec-common--L17.json')).toMatchObject([
      {
        event: {
          developer_id: '97980cfea0067',
          occurredAt: '2015-12-10T04:08:31.905Z',
          idempotencyKey: '022bb90c-bbac-11e4-8dfc-aa07a5b093db',
          context: { attribution: { campaignId: 'TPS Innovation Newsletter', source: 'Newsletter' } },
        },
        dropped: expect.arrayContaining(['/context/device', '/context/ip', '/anonymousId']),
      },
    ]);
    const [order] = resultsOf('posthog-python--snapshots-legacy_event_family.json');
    expect(order).toMatchObject({
      event: { developer_id: 'user-123', idempotencyKey: '00000000-0000-4000-8000-000000000001' },
      dropped: expect.arrayContaining(['/properties/amount']),
    });
  });

  it('get advice when they are sent raw, also where a member has a private name', () => {
    const checked = refused(read('segment-docs--spec-common--L17.json'));
    expect(checked.code).toBe('VALIDATION_FAILED');
    expect(checked.suggestedPayload).toMatchObject({ event_name: 'REPORT_SUBMITTED', developer_id: '97980cfea0067' });
    expect(codesOf(read('segment-docs--spec-identify--L20.json'))).toContain('/type not_an_event');
  });
});
