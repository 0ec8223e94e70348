import { describe, expect, it } from 'vitest';
import { readLocalTime, suggestTimeForm } from '../../server/tracking/csv/csv.rules.js';
import type { CsvTimes } from '../../server/tracking/csv/csv-import.types.js';

const read = (text: string, form: CsvTimes['form'], zone = 'Europe/Berlin') => readLocalTime(text, { form, zone });

describe('a time of a spreadsheet', () => {
  it.each([
    ['25.11.2026 10:00', 'day_month_year', '2026-11-25T09:00:00.000Z'],
    ['25/11/2026, 10:00:30', 'day_month_year', '2026-11-25T09:00:30.000Z'],
    ['5.1.2026', 'day_month_year', '2026-01-04T23:00:00.000Z'],
    ['25-11-2026 00:00', 'day_month_year', '2026-11-24T23:00:00.000Z'],
    ['11/25/2026', 'month_day_year', '2026-11-24T23:00:00.000Z'],
    ['11/25/2026 10:00 AM', 'month_day_year', '2026-11-25T09:00:00.000Z'],
    ['11/25/2026 12:30 am', 'month_day_year', '2026-11-24T23:30:00.000Z'],
    ['11/25/2026 12:30\u202fPM', 'month_day_year', '2026-11-25T11:30:00.000Z'],
    ['11/25/2026 1:05:09 p.m.', 'month_day_year', '2026-11-25T12:05:09.000Z'],
    ['2026-11-25 10:00', 'year_month_day', '2026-11-25T09:00:00.000Z'],
    ['2026-11-25T10:00:00.123456', 'year_month_day', '2026-11-25T09:00:00.123Z'],
    ['2026/11/25', 'year_month_day', '2026-11-24T23:00:00.000Z'],
    ['2026-07-01 10:00', 'year_month_day', '2026-07-01T08:00:00.000Z'],
    ['1795600800', 'unix', '2026-11-25T10:00:00.000Z'],
    ['1795600800.5', 'unix', '2026-11-25T10:00:00.500Z'],
    ['1795600800000', 'unix', '2026-11-25T10:00:00.000Z'],
  ] as const)('%s is read as %s', (text, form, instant) => {
    expect(read(text, form)).toBe(instant);
  });

  it('keeps an offset of its own, whatever was chosen', () => {
    for (const form of ['day_month_year', 'month_day_year', 'year_month_day'] as const)
      for (const text of ['2026-11-25T10:00:00Z', '2026-11-25T10:00:00+02:00', '2026-11-25 10:00:00+00'])
        expect(read(text, form)).toBe(text);
  });

  it.each([
    ['11/25/2026', 'day_month_year'],
    ['25.11.2026', 'month_day_year'],
    ['31.02.2026', 'day_month_year'],
    ['25.11.26', 'day_month_year'],
    ['25.11/2026', 'day_month_year'],
    ['25.11.2026 24:00', 'day_month_year'],
    ['25.11.2026 10:60', 'day_month_year'],
    ['25.11.2026 13:00 PM', 'day_month_year'],
    ['25.11.2026 0:30 AM', 'day_month_year'],
    ['25.11.2026 10', 'day_month_year'],
    ['2026-11-25', 'day_month_year'],
    ['yesterday', 'year_month_day'],
    ['25.11.2026', 'unix'],
    ['', 'unix'],
  ] as const)('%s is none of the form %s', (text, form) => {
    expect(read(text, form)).toBeNull();
  });

  it('in an hour that the clocks leave out or repeat is read as if they had not changed yet', () => {
    expect(read('2026-03-29 02:30', 'year_month_day')).toBe('2026-03-29T01:30:00.000Z');
    expect(read('2026-10-25 02:30', 'year_month_day')).toBe('2026-10-25T00:30:00.000Z');
  });
});

describe('the form that a sample suggests', () => {
  it.each([
    [['25.11.2026 10:00', '01.02.2026'], 'day_month_year'],
    [['11/25/2026', '01/02/2026'], 'month_day_year'],
    [['2026-11-25 10:00', ''], 'year_month_day'],
    [['1795600800'], 'unix'],
    [['946684800'], 'unix'], // the first second of 2000
    [['946684799'], null],
    [['45986.5', '45987'], null], // days of a spreadsheet
    [['01/02/2026', '03/04/2026'], null],
    [['2026-11-25T10:00:00Z'], null],
    [['2026-11-25 10:00:00+00'], null],
    [['soon'], null],
    [[''], null],
  ] as const)('of %j is %s', (cells, form) => {
    expect(suggestTimeForm(cells)).toBe(form);
  });
});
