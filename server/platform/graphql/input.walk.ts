import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type ValueNode,
} from 'graphql';
import { type FieldProblem, PROBLEMS_LISTED_MAX } from '../fault.js';
import { isRecord } from '../json.rules.js';

/** One step of a JSON pointer, escaped as RFC 6901 wants it. */
export const pointerStep = (key: string | number): string =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The bound that a field or an argument was marked with, or null. */
export function itemsMaxOf({ extensions }: { readonly extensions: object }): number | null {
  const max = 'itemsMax' in extensions ? extensions.itemsMax : null;
  return typeof max === 'number' ? max : null;
}

/** Cuts the value of a list that is longer than its operation takes; whatever walks the input afterwards never meets the rest. */
export function cutList(value: unknown, member: Pick<GraphQLArgument, 'extensions'>): void {
  const max = itemsMaxOf(member);
  if (max !== null && Array.isArray(value) && value.length > max) value.length = max + 1;
}

/** Does the same for every list inside a value. */
export function cutLists(value: unknown, type: GraphQLInputType): void {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) {
    if (Array.isArray(value)) for (const item of value) cutLists(item, inner.ofType);
  } else if (isInputObjectType(inner) && isRecord(value))
    for (const field of Object.values(inner.getFields())) {
      cutList(value[field.name], field);
      cutLists(value[field.name], field.type);
    }
}

/** Deletes the null members that have a default: null is absent (decisions §2), and graphql-js would refuse it where the type is required. */
export function dropDefaultedNulls(value: unknown, type: GraphQLInputType): void {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) {
    if (Array.isArray(value)) for (const item of value) dropDefaultedNulls(item, inner.ofType);
    return;
  }
  if (!isInputObjectType(inner) || !isRecord(value)) return;
  for (const { name, type: memberType, defaultValue } of Object.values(inner.getFields())) {
    if (value[name] === null && defaultValue !== undefined && isNonNullType(memberType)) delete value[name];
    else dropDefaultedNulls(value[name], memberType);
  }
}

/** True for an enum whose values the rule of each member checks (`enumOf`). */
export const isCheckedByRule = (type: GraphQLType): boolean =>
  isEnumType(type) && type.extensions.checkedByRule === true;

/** The name of the member at a pointer, as a sentence uses it. */
function nameAt(pointer: string): string {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1);
  return last === '' ? 'the input' : /^\d+$/.test(last) ? `item ${last}` : last;
}

/**
 * Compares a value with a GraphQL input type and answers every wrong, missing and unknown member with its pointer.
 * graphql-js's own coercion stops at the parent's path and echoes values, so its messages are never passed on. After the first hundred it
 * looks no further: each costs an exception, and a long list of wrong items would hold the process for seconds.
 */
export function problemsIn(value: unknown, type: GraphQLInputType, at = ''): FieldProblem[] {
  if (isNonNullType(type))
    return value === null || value === undefined
      ? [{ pointer: at, code: 'required', detail: `${nameAt(at)} is required` }]
      : problemsIn(value, type.ofType, at);
  if (value === null || value === undefined) return [];
  if (isListType(type)) {
    if (!Array.isArray(value)) return [{ pointer: at, code: 'wrong_type', detail: `${nameAt(at)} must be a list` }];
    const found: FieldProblem[] = [];
    for (const [index, item] of value.entries()) {
      const pointer = `${at}/${index}`;
      if (isBlankText(item, { type: type.ofType, defaultValue: undefined }))
        found.push(blankProblem(nameAt(pointer), pointer));
      else found.push(...problemsIn(item, type.ofType, pointer));
      if (found.length > PROBLEMS_LISTED_MAX) break;
    }
    return found;
  }
  if (!isInputObjectType(type)) return scalarProblem(value, type, at);
  if (typeof value !== 'object' || Array.isArray(value))
    return [{ pointer: at, code: 'wrong_type', detail: `${nameAt(at)} must be an object` }];
  const given = new Map<string, unknown>(Object.entries(value));
  const fields = type.getFields();
  const unknown = [...given.keys()]
    .filter((key) => !Object.hasOwn(fields, key))
    .slice(0, PROBLEMS_LISTED_MAX + 1)
    .map((key) => ({
      pointer: at + pointerStep(key),
      code: 'unknown_field',
      detail: 'this member is not part of the input',
    }));
  return [
    ...unknown,
    ...Object.values(fields).flatMap((field) => {
      const pointer = at + pointerStep(field.name);
      const value = given.get(field.name) ?? field.defaultValue;
      if (isBlankText(value, field)) return [blankProblem(field.name, pointer)];
      const found = problemsIn(value, field.type, pointer);
      return found.map((problem) => (problem.pointer === pointer ? withHint(problem, field) : problem));
    }),
  ];
}

/**
 * The required texts of an argument that are blank: written into the document at any depth, or a variable that is the text itself.
 * What a variable holds inside an input object `problemsIn` finds.
 */
export function blanksIn(
  node: ValueNode,
  member: Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>,
  variables: Readonly<Record<string, unknown>>,
  at: string,
): FieldProblem[] {
  const given =
    node.kind === Kind.STRING ? node.value : node.kind === Kind.VARIABLE ? variables[node.name.value] : undefined;
  if (isBlankText(given, member)) return [blankProblem(member.name, at)];
  const type = isNonNullType(member.type) ? member.type.ofType : member.type;
  if (node.kind === Kind.LIST && isListType(type)) {
    return node.values.flatMap((value, index) => {
      const pointer = `${at}/${index}`;
      return blanksIn(value, { name: nameAt(pointer), type: type.ofType, defaultValue: undefined }, variables, pointer);
    });
  }
  if (node.kind !== Kind.OBJECT || !isInputObjectType(type)) return [];
  const fields = type.getFields();
  return node.fields.flatMap(({ name: { value: name }, value }) => {
    const field = fields[name];
    return field ? blanksIn(value, field, variables, at + pointerStep(name)) : [];
  });
}

const blankProblem = (name: string, pointer: string): FieldProblem => ({
  pointer,
  code: 'required',
  detail: `${name} must not be blank`,
});

/** True for a required string of nothing but white space: it is missing (decisions §2). The empty one is told by the field's own rule. */
const isBlankText = (
  value: unknown,
  { type, defaultValue }: Pick<GraphQLInputField, 'type' | 'defaultValue'>,
): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  value.trim() === '' &&
  isNonNullType(type) &&
  (isScalarType(type.ofType) || isCheckedByRule(type.ofType)) &&
  defaultValue === undefined;

/** A field that is often sent in another form says in its extensions what is meant. */
function withHint(problem: FieldProblem, { extensions }: GraphQLInputField): FieldProblem {
  return typeof extensions.hint === 'string' && problem.code === 'wrong_type'
    ? { ...problem, hint: extensions.hint }
    : problem;
}

function scalarProblem(
  value: unknown,
  type: Exclude<GraphQLInputType, { ofType: unknown }>,
  at: string,
): FieldProblem[] {
  if (isInputObjectType(type)) return [];
  try {
    type.parseValue(value);
    return [];
  } catch {
    if (isCheckedByRule(type))
      return [{ pointer: at, code: 'wrong_type', detail: `${nameAt(at)} must be of type String` }];
    if (isEnumType(type)) {
      const allowed = type
        .getValues()
        .map(({ name }) => name)
        .join(', ');
      return [{ pointer: at, code: 'not_allowed', detail: `${nameAt(at)} must be one of ${allowed}` }];
    }
    return [{ pointer: at, code: 'wrong_type', detail: `${nameAt(at)} must be of type ${type.name}` }];
  }
}
