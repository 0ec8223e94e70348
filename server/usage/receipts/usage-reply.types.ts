import { Field, ObjectType } from 'type-graphql';
import { ToolConnection } from './connection.types.js';
import { Receipt } from './receipt.entity.js';
import type { ListedReceipt } from './receipt.query.js';

@ObjectType({ description: 'Newest receipts first, and every connection.' })
export class Usage {
  @Field(() => [Receipt])
  receipts: ListedReceipt[];

  @Field(() => [ToolConnection])
  connections: ToolConnection[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;

  @Field(() => String)
  notice: string;
}
