import { GraphQLSafeInt } from 'graphql-scalars';
import { type ClassType, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { FormMember } from '../form.rules.js';
import { enumWith } from './choices.js';

/** How a group of a form becomes a type of its own. */
type GroupType = (group: FormMember, type: ClassType) => void;

const TYPES = { text: String, list: String, number: Float, integer: Int, longInteger: GraphQLSafeInt, flag: Boolean };

const inputOfGroup: GroupType = ({ name, nullable }, type) =>
  InputType(
    `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`,
    nullable ? {} : { description: 'Members that are left out stay as they are.' },
  )(type);

/**
 * Adds the members of a record's form to the input type of its correction, each as one that may be left out: what is left out stays. A group
 * that is always there is corrected in part; one that may be missing is replaced as a whole. The form itself checks the values.
 */
export function addFormFields(input: ClassType, members: readonly FormMember[]): void {
  for (const member of members) addField(input, member, true, inputOfGroup);
}

/**
 * Adds the members of a record's form to the type of the whole record: to what a person writes, as an input, or reads, as an answer. A group
 * has a type of this name, a closed set is the enum that was declared with its values; what may be unknown is null there, or left out.
 */
export function addRecordFields(
  type: ClassType,
  members: readonly FormMember[],
  as: 'input' | 'answer',
  nameOf: (group: FormMember) => string,
): void {
  const typeOfGroup: GroupType = (group, one) =>
    as === 'input' ? InputType(nameOf(group))(one) : ObjectType(nameOf(group))(one);
  for (const member of members) addField(type, member, member.nullable, typeOfGroup);
}

function addField(type: ClassType, member: FormMember, nullable: boolean, typeOfGroup: GroupType): void {
  const { name, kind } = member;
  const { description, choices } = member;
  if (kind === 'other') throw new Error(`the member ${name} of a form has no type of GraphQL`);
  const isList = kind === 'list' || kind === 'groups';
  const one =
    kind === 'group' || kind === 'groups'
      ? classOf(member, typeOfGroup)
      : choices.length > 0
        ? enumWith(choices)
        : TYPES[kind];
  Field(() => (isList ? [one] : one), { nullable, ...(description ? { description } : {}) })(type.prototype, name);
}

function classOf(group: FormMember, typeOfGroup: GroupType): ClassType {
  class Group {}
  const { kind, nullable, members } = group;
  for (const one of members) addField(Group, one, one.nullable || (kind === 'group' && !nullable), typeOfGroup);
  typeOfGroup(group, Group);
  return Group;
}
