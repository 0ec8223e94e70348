import type {
  CreateParams,
  CreateResult,
  DeleteParams,
  DeleteResult,
  GetListParams,
  GetListResult,
  GetManyParams,
  GetManyResult,
  GetOneParams,
  GetOneResult,
  PaginationPayload,
  UpdateParams,
  UpdateResult,
} from 'react-admin';
import type { TypedDocumentString } from './generated/operations.js';
import { ask } from './request.js';

/** The react-admin methods of a resource; a screen can't call an absent one. */
export interface Methods {
  getList?(params: GetListParams): Promise<GetListResult>;
  getOne?(params: GetOneParams): Promise<GetOneResult>;
  /** In one question; a resource without it is asked for each record by itself. */
  getMany?(params: GetManyParams): Promise<GetManyResult>;
  create?(params: CreateParams): Promise<CreateResult>;
  update?(params: UpdateParams): Promise<UpdateResult>;
  delete?(params: DeleteParams): Promise<DeleteResult>;
}

/** The parameters of a list: the filter's members are the operation's own variables. */
export interface Listing<Filter> {
  readonly filter: Filter;
  readonly pagination?: PaginationPayload;
  readonly meta?: { readonly cursor?: string };
  readonly signal?: AbortSignal;
}
/** One thing asked for by its place (see place.ts). */
export interface QueryParams {
  readonly id: string | number;
  readonly signal?: AbortSignal;
}
/** One act with its input. */
export interface MutationParams<Data> {
  readonly data: Data;
  readonly signal?: AbortSignal;
  readonly meta?: { readonly idempotencyKey?: string };
}

/** The parameters of an edit; react-admin types the data as a part of the record, while our forms send the whole input. */
export interface EditParams<Input> extends QueryParams {
  readonly data: Partial<Input>;
}
/** The input of an edit. The service refuses one that lacks a member, so that nothing is stored of a part. */
export const wholeInput = <Input>({ data }: EditParams<Input>): Input => data as Input;

/** One cell of the table: the document, how the screen's question becomes its variables, and how its answer is read. */
export const bind =
  <Params extends { readonly signal?: AbortSignal }, Answer, Variables, Result>(
    operation: TypedDocumentString<Answer, Variables>,
    variables: (params: Params) => Variables,
    read: (answer: Answer, params: Params) => Result,
  ) =>
  async (params: Params): Promise<Result> =>
    read(await ask(operation, variables(params), params.signal), params);

/** A root mutation is nullable so that one failure can't erase another's answer; alone, null never comes quietly. */
export function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the service answered neither a result nor a reason');
  return value;
}

/** A list's variables: the filter's own, how many, and where to go on. */
export const page = <Filter>({ filter, pagination, meta }: Listing<Filter>) => ({
  ...filter,
  limit: pagination?.perPage,
  cursor: meta?.cursor,
});
/** A part of a list, and where the next one begins. */
export const nextPage = <Item>(items: readonly Item[], nextCursor: string | null, meta: object = {}) => ({
  data: [...items],
  pageInfo: { hasNextPage: nextCursor !== null },
  meta: { ...meta, nextCursor },
});
