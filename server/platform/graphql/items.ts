import { ArrayMaxSize } from 'class-validator';
import { Extensions } from 'type-graphql';

/**
 * Marks a list whose operation refuses one of more than `max` items: a longer one is cut to one item more than that before anything walks it, so
 * that its length alone costs nothing and the refusal stays the operation's own.
 */
export const ItemsMax = (max: number): PropertyDecorator => Extensions({ itemsMax: max });

/** A list of at most `max` items, by class-validator. */
export const HasItemsAtMost =
  (max: number): PropertyDecorator =>
  (target, property) => {
    ArrayMaxSize(max)(target, property);
    ItemsMax(max)(target, property);
  };
