import { Type } from '@mikro-orm/core';
import { type IdPrefix, publicId, uuidOf } from '../ids.js';

/** Stores a UUID and shows it with its type's prefix: `prd_…` outside, `uuid` inside. */
export class PrefixedId extends Type<string, string> {
  constructor(private readonly prefix: IdPrefix) {
    super();
  }

  override convertToDatabaseValue(id: string): string {
    if (typeof id !== 'string') return id; // the unit of work asks with half of a composite key
    const uuid = uuidOf(this.prefix, id);
    if (uuid === null && id.includes('_')) throw new TypeError(`not a ${this.prefix} id`);
    return uuid ?? id;
  }

  override convertToJSValue(uuid: string): string {
    if (typeof uuid !== 'string') return uuid;
    return uuid.includes('_') ? uuid : publicId(this.prefix, uuid);
  }

  override getColumnType(): string {
    return 'uuid';
  }
}
