import { type ClassType, Field, InputType } from 'type-graphql';
import type { FormMember } from '../form.rules.js';

/**
 * Adds the members of a record's form to the input type of its correction, each as one that may be left out: what is left out stays. A group
 * that is always there is corrected in part; one that may be missing is replaced as a whole. The form itself checks the values.
 */
export function addFormFields(input: ClassType, members: readonly FormMember[]): void {
  for (const member of members) addField(input, member, true);
}

function addField(input: ClassType, member: FormMember, nullable: boolean): void {
  const type = member.kind.startsWith('group') ? groupOf(member) : String;
  const isList = member.kind === 'list' || member.kind === 'groups';
  Field(() => (isList ? [type] : type), { nullable })(input.prototype, member.name);
}

function groupOf({ name, nullable, members }: FormMember): ClassType {
  class Group {}
  for (const one of members) addField(Group, one, one.nullable || !nullable);
  const options = nullable ? {} : { description: 'Members that are left out stay as they are.' };
  InputType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`, options)(Group);
  return Group;
}
