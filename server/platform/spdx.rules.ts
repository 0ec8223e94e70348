import parse from 'spdx-expression-parse';

/** The ids of the SPDX list that an expression such as `MIT OR Apache-2.0` names, or null for what is no expression of that list. */
export function licenceIdsOf(expression: string): readonly string[] | null {
  if (/(?:License|Document)Ref-/.test(expression)) return null; // they name what is in no list
  try {
    return [...new Set(idsIn(parse(expression)))];
  } catch {
    return null;
  }
}

const idsIn = (part: parse.Info): string[] =>
  'license' in part ? [part.license] : [...idsIn(part.left), ...idsIn(part.right)];
