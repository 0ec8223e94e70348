import { IsIn, IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import { ArgsType, Field } from 'type-graphql';
import { IsPlainText, IsTime } from '../constraints.js';
import { readTime } from '../instant.rules.js';
import { PageArgs } from './page.args.js';

/** The orders of a list, and its order when nothing is said: `name` ascending, `-name` descending. */
export interface Sorts<Name extends string = string> {
  readonly names: readonly Name[];
  readonly standard: Name | `-${Name}`;
}

export const sortsOf = <const Name extends string>(
  names: readonly Name[],
  standard: NoInfer<Name> | `-${NoInfer<Name>}`,
): Sorts<Name> => ({ names, standard });

/** The arguments of a sorted list beside its own filters. */
export interface SortedArgs extends PageArgs {
  sort?: string | null;
  q?: string | null;
  since?: string | null;
  until?: string | null;
}

const Q_MAX = 200;

/** The arguments of a list that is sorted and searched, and comes as a whole. */
export function SortArgs(sorts: Sorts, searched: string): abstract new () => Pick<SortedArgs, 'sort' | 'q'> {
  @ArgsType()
  abstract class Args {}
  addSortFields(Args.prototype, sorts, searched);
  return Args;
}

/** The arguments of a list that is sorted, and searched by a part of the texts that `searched` names. */
export function SortedPageArgs(
  sorts: Sorts,
  searched: string,
): abstract new () => PageArgs & Pick<SortedArgs, 'sort' | 'q'> {
  @ArgsType()
  abstract class Args extends PageArgs {}
  addSortFields(Args.prototype, sorts, searched);
  return Args;
}

/** `sort` and `q`, as each list declares them. */
function addSortFields(args: object, sorts: Sorts, searched: string): void {
  const allowed = sorts.names.flatMap((name) => [name, `-${name}`]);
  const sort = {
    nullable: true,
    defaultValue: sorts.standard,
    description: `${sorts.names.join(', ')}; with a minus before it in descending order.`,
  };
  Field(() => String, sort)(args, 'sort');
  IsOptional()(args, 'sort');
  IsIn(allowed, { message: `must be one of ${allowed.join(', ')}` })(args, 'sort');
  const q = { nullable: true, description: `Part of ${searched}, in any case; 0 to ${Q_MAX} characters.` };
  Field(() => String, q)(args, 'q');
  IsOptional()(args, 'q');
  IsPlainText(Q_MAX)(args, 'q');
}

/** The same for records with a time, which `time` names. */
export function TimedPageArgs(sorts: Sorts, searched: string, time: string): abstract new () => SortedArgs {
  @ArgsType()
  abstract class Args extends SortedPageArgs(sorts, searched) {
    @Field(() => String, { nullable: true, description: `${time} at or after this ISO 8601 time.` })
    @IsOptional()
    @IsTime()
    since?: string | null;

    @Field(() => String, { nullable: true, description: `${time} before this ISO 8601 time.` })
    @IsOptional()
    @IsTime()
    @IsNotBeforeSince()
    until?: string | null;
  }
  return Args;
}

function IsNotBeforeSince(): PropertyDecorator {
  return ValidateBy({
    name: 'beforeSince',
    validator: {
      validate: (until: unknown, given?: ValidationArguments) => {
        const since = given?.object && 'since' in given.object ? given.object.since : null;
        if (typeof since !== 'string' || typeof until !== 'string') return true;
        return !((readTime(until) ?? 0) < (readTime(since) ?? 0));
      },
      defaultMessage: () => 'must not lie before since',
    },
  });
}
