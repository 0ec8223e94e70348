import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { areaOf, coverageAreas, eventCatalog, mayActivate } from '../../server/tracking/catalog/event-catalog.rules.js';
import { placeholderDeveloperIds } from '../../server/tracking/catalog/event-member.rules.js';
import { checkEvent } from '../../server/tracking/check/event.rules.js';
import { recordedAgainst } from '../../server/tracking/check/fingerprint.rules.js';
import { accepted, binding, check, codesOf, eventWith, now, refused, without } from './event.builder.js';

const hintAt = (raw: unknown, pointer: string) => refused(raw).problems.find((one) => one.pointer === pointer)?.hint;
const warningsOf = (raw: unknown) => accepted(raw).warnings.map(({ pointer, code }) => `${pointer} ${code}`);

describe('a valid event', () => {
  it('comes out in the terms of the table', () => {
    const { event } = accepted(
      eventWith({
        account_domain: 'Customer.Example',
        context: { attribution: { campaignId: 'spring', source: 'newsletter' } },
        occurredAt: '2026-11-18T10:21:33.120+02:00',
      }),
    );
    expect(event).toMatchObject({
      idempotencyKey: 'k-1',
      eventName: 'FIRST_API_CALL',
      eventFamily: 'activation',
      familySource: 'catalog',
      developerId: 'dev_42',
      accountDomain: 'customer.example',
      vendorOwnDomain: false,
      product: { id: 'unlocker-api', name: 'Unlocker API', type: 'api' },
      campaignId: 'spring',
      attributionSource: 'newsletter',
      occurredAt: new Date('2026-11-18T08:21:33.120Z'),
      projectId: null,
      receipt: null,
    });
  });

  it('keeps what it does not know as null', () => {
    const { event } = accepted(eventWith());
    expect([event.accountDomain, event.campaignId, event.attributionSource, event.occurredAt]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is fingerprinted over its RFC 8785 form, whatever the order of its members', () => {
    const one = accepted(eventWith({ metadata: { b: 1, a: { d: [1, 2], c: 'ü' } } })).event;
    const other = accepted({ metadata: { a: { c: 'ü', d: [1.0, 2] }, b: 1 }, ...eventWith() }).event;
    expect(one.canonical).toBe(canonicalize(one.payload));
    expect(one.fingerprint).toEqual(createHash('sha256').update(one.canonical).digest());
    expect(other.fingerprint).toEqual(one.fingerprint);
    expect(one.bytes).toBe(Buffer.byteLength(one.canonical));
  });

  it('has another fingerprint with one more member', () => {
    const more = accepted(eventWith({ metadata: {} })).event.fingerprint;
    expect(accepted(eventWith()).event.fingerprint.equals(more)).toBe(false);
  });

  it('reads event_id as idempotencyKey, alone or beside an equal one', () => {
    const plain = accepted(eventWith()).event;
    const byId = accepted({ ...without(eventWith(), 'idempotencyKey'), event_id: 'k-1' }).event;
    const both = accepted(eventWith({ event_id: 'k-1' })).event;
    expect(byId.payload).not.toHaveProperty('event_id');
    expect([byId.idempotencyKey, both.idempotencyKey]).toEqual(['k-1', 'k-1']);
    expect([byId.canonical, both.canonical]).toEqual([plain.canonical, plain.canonical]);
  });
});

describe('what is missing or unknown', () => {
  it('is all named at once, with pointers', () => {
    expect(codesOf({})).toEqual([
      '/developer_id required',
      '/event_name required',
      '/idempotencyKey required',
      '/product required',
    ]);
    expect(refused({}).problems.find(({ pointer }) => pointer === '/developer_id')).toEqual({
      pointer: '/developer_id',
      code: 'required',
      detail: 'developer_id is required',
      hint: 'a CDP userId maps here',
    });
  });

  it.each([null, 1, 'text', [], true, undefined, new Date(), 1n, () => 1])(
    'is the whole event when it is no object (case %#)',
    (raw) => {
      expect(codesOf(raw)).toEqual([' wrong_type']);
    },
  );

  it('is only a warning in a dry run where a stored event alone needs it', () => {
    const { warnings, event } = accepted(without(eventWith(), 'product', 'idempotencyKey'), 'dry-run');
    expect(warnings.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/idempotencyKey required',
      '/product required',
    ]);
    expect([event.product, event.idempotencyKey]).toEqual([null, '']);
    expect(codesOf(without(eventWith(), 'developer_id', 'product'), 'dry-run')).toEqual(['/developer_id required']);
  });

  it.each([
    ['userId', 'developer_id'],
    ['event', 'event_name'],
    ['campaignId', 'context.attribution.campaignId'],
    ['messageId', 'idempotencyKey'],
    ['timestamp', 'occurredAt'],
    ['anonymousId', 'developer_id'],
    ['traits', 'leave it out'],
    ['properties', 'metadata'],
    ['developerId', 'developer_id'],
    ['usageReceipt', 'metadata.usageReceipt'],
    ['favourite_colour', 'metadata'],
  ])('%s is refused with the hint %s', (name, hint) => {
    expect(codesOf(eventWith({ [name]: 'x' }))).toEqual([`/${name} unknown_field`]);
    expect(hintAt(eventWith({ [name]: 'x' }), `/${name}`)).toContain(hint);
  });

  it('is refused inside product and context too', () => {
    const raw = eventWith({
      product: { id: 'unlocker-api', name: 'Unlocker API', type: 'api', sku: 1 },
      context: { campaign: {}, attribution: { medium: 'x' } },
    });
    expect(codesOf(raw)).toEqual([
      '/context/attribution/medium unknown_field',
      '/context/campaign unknown_field',
      '/product/sku unknown_field',
    ]);
  });

  it('is absent when it is null, at every level, and left out of what is compared', () => {
    const nulls = { account_domain: null, metadata: null, occurredAt: null, event_id: null, event_family: null };
    expect(accepted(eventWith(nulls)).event.canonical).toBe(accepted(eventWith()).event.canonical);
    expect(accepted(eventWith({ context: null })).event.canonical).toBe(accepted(eventWith()).event.canonical);
    const attributed = (attribution: unknown) => accepted(eventWith({ context: { attribution } })).event.canonical;
    expect(attributed({ campaignId: 'c', source: null })).toBe(attributed({ campaignId: 'c' }));
    expect(
      codesOf(eventWith({ developer_id: null, product: { id: 'unlocker-api', name: null, type: 'api' } })),
    ).toEqual(['/developer_id required', '/product/name required']);
    expect(codesOf(eventWith({ campaignId: null }))).toEqual(['/campaignId unknown_field']);
  });

  it('is kept in metadata when it is null, and compared', () => {
    const { payload, canonical } = accepted(eventWith({ metadata: { plan: null } })).event;
    expect(payload.metadata).toEqual({ plan: null });
    expect(canonical).not.toBe(accepted(eventWith({ metadata: {} })).event.canonical);
  });

  it('stays a retry of an event that an older version stored, and no other becomes one', () => {
    const { event } = accepted(eventWith({ account_domain: null }));
    const stored = {
      id: 'a',
      fingerprint: Buffer.from('of an older version'),
      fingerprintVersion: 1,
      receivedAt: now,
      erased: false,
      payload: { ...eventWith(), account_domain: null },
    };
    expect(recordedAgainst(event, stored).status).toBe('duplicate');
    expect(recordedAgainst(event, { ...stored, payload: eventWith({ developer_id: 'x' }) })).toEqual({
      status: 'conflict',
      changed: ['/developer_id'],
    });
    expect(recordedAgainst(event, { ...stored, fingerprintVersion: 2, payload: {} }).status).toBe('conflict');
  });
});

describe('event_name and event_family', () => {
  it.each(['', '1ST_CALL', 'CALL ME', '_X', 'É', 'A'.repeat(101)])('refuses the name %j', (event_name) => {
    expect(codesOf(eventWith({ event_name, event_family: 'intent' }))).toHaveLength(1);
  });

  it('accepts letters, digits, underscore, dot, colon and hyphen, up to 100', () => {
    for (const event_name of ['a', 'My.custom:event-2_x', 'A'.repeat(100)]) {
      expect(accepted(eventWith({ event_name, event_family: 'intent' })).event).toMatchObject({
        eventFamily: 'intent',
        familySource: 'caller',
      });
    }
  });

  it('takes the catalog’s family of every named event and refuses a contradiction', () => {
    for (const { name, family } of eventCatalog.filter((entry) => entry.family !== null)) {
      expect(accepted(eventWith({ event_name: name })).event.eventFamily).toBe(family);
      const other = family === 'intent' ? 'expansion' : 'intent';
      expect(codesOf(eventWith({ event_name: name, event_family: other }))).toEqual([
        '/event_family family_contradicts_catalog',
      ]);
    }
  });

  it('needs a family for a custom name, also one that differs from a named event by case', () => {
    expect(codesOf(eventWith({ event_name: 'first_api_call' }))).toEqual(['/event_family family_required']);
    expect(codesOf(eventWith({ event_name: 'CUSTOM', event_family: 'fun' }))).toEqual(['/event_family not_allowed']);
  });

  it('leaves a failed tool call without a family unless given, and never lets it activate', () => {
    const event_name = 'MCP_TOOL_CALL_FAILED';
    expect(accepted(eventWith({ event_name })).event).toMatchObject({ eventFamily: null, familySource: 'catalog' });
    const given = accepted(eventWith({ event_name, event_family: 'activation' })).event;
    expect(given).toMatchObject({ eventFamily: 'activation', familySource: 'caller' });
    expect([mayActivate(event_name, 'activation'), mayActivate('FIRST_API_CALL', 'activation')]).toEqual([false, true]);
  });

  it('has the eleven named events of the specification, and every event in one of the seven areas', () => {
    expect(eventCatalog).toHaveLength(11);
    const areas = coverageAreas.map(({ area }) => area);
    expect(areas).toHaveLength(7);
    expect(areas).toEqual(expect.arrayContaining(eventCatalog.map(({ area }) => area)));
    expect([
      areaOf('BUILD_SUCCEEDED', 'activation'),
      areaOf('project.submitted', 'activation'),
      areaOf('FOO', 'retention'),
      areaOf('FOO', null),
    ]).toEqual(['repo_build_signals', 'submission_milestones', 'retention_checks', 'product_usage']);
  });
});

describe('developer_id', () => {
  it.each([
    ...placeholderDeveloperIds.filter(Boolean),
    ' Anonymous ',
    'NULL',
    '0',
    '000',
    '00000000-0000-0000-0000-000000000000',
    '   ',
  ])('refuses the placeholder %j', (developer_id) => {
    expect(codesOf(eventWith({ developer_id }))).toEqual(['/developer_id placeholder']);
  });

  it.each(['nullify', 'guest-7', 'a', '10', 'u_0', '00000000-0000-4000-8000-000000000001', 'x'.repeat(200)])(
    'accepts %j',
    (developer_id) => {
      expect(accepted(eventWith({ developer_id })).event.developerId).toBe(developer_id);
    },
  );

  it('refuses none, 201 characters and numbers', () => {
    for (const [developer_id, code] of [
      ['', 'too_short'],
      ['x'.repeat(201), 'too_long'],
      [7, 'wrong_type'],
    ] as const) {
      expect(codesOf(eventWith({ developer_id }))).toEqual([`/developer_id ${code}`]);
    }
  });
});

describe('account_domain', () => {
  it.each([
    ['Customer.EXAMPLE', 'customer.example'],
    ['customer.example.', 'customer.example'],
    [' customer.example ', 'customer.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a--b.example', 'a--b.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['customer.co.uk', 'customer.co.uk'],
    ['customer.github.io', 'customer.github.io'],
    ['www.ck', 'www.ck'],
  ])('reads %j as %s', (account_domain, domain) => {
    expect(accepted(eventWith({ account_domain })).event.accountDomain).toBe(domain);
  });

  it.each([
    ['https://customer.example', 'has_scheme'],
    ['customer.example:443', 'has_port'],
    ['customer.example/path', 'has_path'],
    ['ann@customer.example', 'has_user'],
    ['localhost', 'one_label'],
    ['192.168.0.1', 'not_a_domain'],
    ['0x7f.1', 'not_a_domain'],
    ['-a.example', 'not_a_domain'],
    ['a..example', 'not_a_domain'],
    [`${'a'.repeat(64)}.example`, 'not_a_domain'],
    ['a_b.example', 'not_a_domain'],
    ['customer.example\\x', 'has_path'],
    ['*.customer.example', 'not_a_domain'],
    ['co.uk', 'public_suffix'],
    ['Co.UK.', 'public_suffix'],
    ['github.io', 'public_suffix'],
    ['公司.cn', 'public_suffix'],
    ['any.ck', 'public_suffix'],
  ])('refuses %j as %s', (account_domain, code) => {
    expect(codesOf(eventWith({ account_domain }))).toEqual([`/account_domain ${code}`]);
  });

  it('stores the vendor’s own domain and its subdomains with a warning, and no look-alike', () => {
    for (const account_domain of ['vendor.example', 'eu.Vendor.example']) {
      expect(accepted(eventWith({ account_domain })).event.vendorOwnDomain).toBe(true);
      expect(warningsOf(eventWith({ account_domain }))).toEqual(['/account_domain vendor_own_domain']);
    }
    expect(accepted(eventWith({ account_domain: 'notvendor.example' })).event.vendorOwnDomain).toBe(false);
  });

  it('knows the vendor’s own domain however it was written where it was entered', () => {
    const written = { ...binding, vendorDomain: 'Vendor.EXAMPLE' };
    for (const account_domain of ['vendor.example', 'eu.vendor.example'])
      expect(checkEvent(eventWith({ account_domain }), written, now, 'store')).toMatchObject({
        ok: true,
        event: { vendorOwnDomain: true },
      });
  });
});

describe('product', () => {
  it('accepts the key’s product and its aliases, and stores name and type as sent with a warning', () => {
    const product = { id: 'unlocker', name: 'Other', type: 'sdk' };
    expect(accepted(eventWith({ product })).event.product).toEqual(product);
    expect(warningsOf(eventWith({ product }))).toEqual([
      '/product/name product_name_differs',
      '/product/type product_type_differs',
    ]);
  });

  it('names the key’s own product when it is another, and prepares the event as it would be', () => {
    const checked = refused(eventWith({ product: { id: 'unlocker-apu', name: 'Unlocker API', type: 'api' } }));
    expect(checked.problems).toMatchObject([
      { pointer: '/product/id', code: 'product_mismatch', hint: expect.stringContaining('unlocker-api') },
    ]);
    expect(checked).toMatchObject({
      productMismatch: true,
      prepared: { idempotencyKey: 'k-1', product: { id: 'unlocker-apu' } },
    });
  });

  it('is no lone mismatch when something else is wrong as well', () => {
    const checked = refused(
      eventWith({ product: { id: 'x', name: 'Unlocker API', type: 'api' }, developer_id: 'null' }),
    );
    expect(checked.productMismatch).toBe(false);
    expect(checked).not.toHaveProperty('prepared');
  });

  it('needs id, name and a known type', () => {
    expect(codesOf(eventWith({ product: { id: '', type: 'toaster' } }))).toEqual([
      '/product/id too_short',
      '/product/name required',
      '/product/type not_allowed',
    ]);
  });
});

describe('occurredAt', () => {
  it.each([
    '2026-11-20T12:05:00.000Z',
    '2000-01-01T00:00:00Z',
    '2024-02-29T23:59:59.999999+05:30',
    '2026-11-20T09:00-0230',
    '2026-11-20t10:00:00z',
  ])('accepts %s', (occurredAt) => {
    expect(accepted(eventWith({ occurredAt })).event.occurredAt).toBeInstanceOf(Date);
  });

  it.each([
    ['2026-11-20T09:30:00+02', '2026-11-20T07:30:00.000Z'],
    ['2026-11-20 09:30:00+00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20 09:30:00.123456-03:30', '2026-11-20T13:00:00.123Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T01:59:60.5+02:00', '2017-01-01T00:00:00.500Z'],
    ['2015-06-30T20:29:60-03:30', '2015-07-01T00:00:00.000Z'],
  ])('reads %s, as ISO 8601 and PostgreSQL write times', (occurredAt, utc) => {
    const later = new Date('2026-11-21T00:00:00Z');
    const checked = checkEvent(eventWith({ occurredAt }), binding, later, 'store');
    expect(checked.ok && checked.event.occurredAt?.toISOString()).toBe(utc);
  });

  it.each([
    ['2026-11-20T12:05:00.001Z', 'too_far_ahead'],
    ['1999-12-31T23:59:59.999Z', 'before_2000'],
    ['2000-01-01T00:00:00+00:01', 'before_2000'],
    ['2026-02-30T00:00:00Z', 'not_a_time'],
    ['2025-02-29T00:00:00Z', 'not_a_time'],
    ['2026-11-20T24:00:00Z', 'not_a_time'],
    ['2026-11-20T10:00:60Z', 'not_a_time'],
    ['2016-12-30T23:59:60Z', 'not_a_time'],
    ['2016-12-31T23:58:60Z', 'not_a_time'],
    ['2016-12-31T23:59:60+02:00', 'not_a_time'],
    ['2016-12-31T23:59:61Z', 'not_a_time'],
    ['2026-11-20T10:00:00', 'no_offset'],
    ['2026-11-20', 'no_offset'],
    ['2026-11-20 10:00:00', 'no_offset'],
    ['2026-11-20  10:00:00Z', 'not_a_time'],
    ['2026-11-20T10:00:00+2', 'not_a_time'],
    ['1763632800', 'not_a_time'],
    ['yesterday', 'not_a_time'],
  ])('refuses %s as %s', (occurredAt, code) => {
    expect(codesOf(eventWith({ occurredAt }))).toEqual([`/occurredAt ${code}`]);
  });

  it('does not read the year 26 as 1926 or 2026', () => {
    expect(codesOf(eventWith({ occurredAt: '0026-11-20T10:00:00Z' }))).toEqual(['/occurredAt before_2000']);
  });
});

describe('idempotencyKey, event_id and projectId', () => {
  it('refuses keys that differ, are reserved, empty or over 255 characters', () => {
    expect(codesOf(eventWith({ event_id: 'k-2' }))).toEqual(['/event_id keys_differ']);
    expect(codesOf(eventWith({ idempotencyKey: 'relay:1' }))).toEqual(['/idempotencyKey reserved_key']);
    expect(codesOf({ ...without(eventWith(), 'idempotencyKey'), event_id: 'csv:1' })).toEqual([
      '/event_id reserved_key',
    ]);
    expect(codesOf(eventWith({ idempotencyKey: '' }))).toEqual(['/idempotencyKey too_short']);
    expect(codesOf(eventWith({ idempotencyKey: 'x'.repeat(256) }))).toEqual(['/idempotencyKey too_long']);
    expect(accepted(eventWith({ idempotencyKey: 'x'.repeat(255) })).ok).toBe(true);
  });

  it('says the same of every project, whether it exists or not', () => {
    for (const projectId of ['prj_1', 'anything'])
      expect(warningsOf(eventWith({ projectId }))).toEqual(['/projectId project_unknown']);
  });
});

describe('a refusal', () => {
  it('maps what could be read and leaves out what was wrong', () => {
    const { partial } = refused(
      eventWith({
        developer_id: 'null',
        account_domain: 'a b',
        context: { attribution: { campaignId: 'c', source: 5 } },
      }),
    );
    expect(partial).toMatchObject({
      eventName: 'FIRST_API_CALL',
      eventFamily: 'activation',
      campaignId: 'c',
      idempotencyKey: 'k-1',
    });
    expect(partial).not.toHaveProperty('developerId');
    expect(partial).not.toHaveProperty('accountDomain');
    expect(partial).not.toHaveProperty('attributionSource');
  });

  it('lists at most fifty problems and says how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`extra${index}`, 1]));
    const { problems } = refused(eventWith(many));
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toMatchObject({
      pointer: '',
      code: 'more_problems',
      detail: expect.stringContaining('150'),
    });
  });

  it('is the same at every call: nothing of one event reaches the next', () => {
    const first = check(eventWith({ developer_id: 'null' }));
    accepted(eventWith());
    expect(check(eventWith({ developer_id: 'null' }))).toEqual(first);
  });
});
