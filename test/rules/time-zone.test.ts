import { describe, expect, it } from 'vitest';
import { isTimeZone, timeZones } from '../../server/platform/time-zone.rules.js';

describe('a time zone', () => {
  it.each([
    'Europe/Berlin',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'America/Argentina/Buenos_Aires',
    'UTC',
    'Etc/UTC',
    'Etc/GMT+5',
    'GMT',
    'US/Pacific',
    'EST5EDT',
    'America/Port-au-Prince',
  ])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    'PST',
    'BST',
    'CEST',
    'JST',
    'IST',
    'SystemV/EST5',
    '+02:00',
    '-05',
    'GMT+2',
    'UTC+1',
    'utc',
    'europe/berlin',
    'Europe/berlin',
    'Europe/Atlantis',
    'Mars/Base',
    'Berlin',
    'Europe/Berlin ',
    '',
  ])('is not %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  it('is one that times can be read in', () => {
    expect(timeZones.length).toBeGreaterThan(590);
    for (const timeZone of timeZones) expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow();
  });
});
