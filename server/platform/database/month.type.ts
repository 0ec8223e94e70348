import { Type } from '@mikro-orm/core';

/** Stores a calendar month (`2026-11`) as its first day. It stays text on the way, so that no time zone moves it. */
export class Month extends Type<string, string> {
  override convertToDatabaseValue(month: string): string {
    return MONTH.test(month) ? firstDayOf(month) : month;
  }

  override convertToJSValue(day: string): string {
    return typeof day === 'string' ? day.slice(0, MONTH_LENGTH) : day; // the unit of work asks with half of a composite key
  }

  override getColumnType(): string {
    return 'date';
  }
}

/** The day as which a month is stored. */
export const firstDayOf = (month: string): string => `${month}-01`;

const MONTH = /^\d{4}-\d{2}$/;
const MONTH_LENGTH = 'YYYY-MM'.length;
