import {
  BREAK,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { FieldProblem } from '../fault.js';

/** Limits of a document's text and form, checked before anything is known of the schema (docs/decisions/0026). */
export const FORM_LIMITS = {
  /** Characters of the text: comments are no tokens and cost time all the same. */
  charactersMax: 128 * 1024,
  tokensMax: 5_000,
  /** Selections of all operations and fragments, each with its fragments written out. */
  selectionsMax: 1_000,
  /** Levels of the parsed document, and of fragments within fragments: what recurses over it must end. */
  levelsMax: 200,
} as const;

/** The fragments of a document by their names; of two with one name, which validation refuses, the last. */
export const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );

interface Form {
  readonly selections: number;
  readonly levels: number;
}

const NOTHING: Form = { selections: 0, levels: 0 };

/**
 * Measures a parsed document and answers what of its form is beyond the bounds; empty when it may be walked. Each node is visited once: a
 * fragment's measure is kept, however often it is spread. graphql-js's own rules compare selections in pairs and follow every spread, so
 * none of them may see a document that has not passed.
 */
export function measureDocument(document: DocumentNode): FieldProblem[] {
  if (nestsBeyond(document, FORM_LIMITS.levelsMax)) return [tooDeep];
  const fragments = fragmentsOf(document);
  const known = new Map<string, Form>();
  const open = new Set<string>();
  let level = 0;
  let problem: FieldProblem | null = null;

  const ofSpread = (name: string): Form => {
    const found = known.get(name);
    const fragment = fragments.get(name);
    if (found || !fragment) return found ?? NOTHING;
    if (open.has(name)) problem ??= circular;
    if (problem) return NOTHING;
    open.add(name);
    const form = ofSelections(fragment.selectionSet);
    open.delete(name);
    known.set(name, form);
    return form;
  };
  const inside = (one: SelectionNode): Form => {
    if (one.kind === Kind.FRAGMENT_SPREAD) return ofSpread(one.name.value);
    return one.selectionSet ? ofSelections(one.selectionSet) : NOTHING;
  };
  const ofSelections = (set: SelectionSetNode): Form => {
    if (level >= FORM_LIMITS.levelsMax) problem ??= tooDeep;
    if (problem) return NOTHING;
    level += 1;
    let [selections, levels] = [0, 0];
    for (const one of set.selections) {
      const form = inside(one);
      selections += 1 + form.selections;
      levels = Math.max(levels, form.levels);
    }
    level -= 1;
    return { selections, levels: levels + 1 };
  };

  let selections = 0;
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const isSpread =
      definition.kind === Kind.FRAGMENT_DEFINITION && fragments.get(definition.name.value) === definition;
    const form = isSpread ? ofSpread(definition.name.value) : ofSelections(definition.selectionSet);
    selections += form.selections;
    if (form.levels > FORM_LIMITS.levelsMax) problem ??= tooDeep;
    if (problem) return [problem];
  }
  return selections > FORM_LIMITS.selectionsMax ? [tooLarge] : [];
}

/** Whether nodes nest deeper than so many levels, values and types included; `visit` itself does not recurse. */
function nestsBeyond(document: DocumentNode, levelsMax: number): boolean {
  let beyond = false;
  visit(document, {
    enter(_node, _key, _parent, path) {
      if (path.length <= levelsMax) return undefined;
      beyond = true;
      return BREAK;
    },
  });
  return beyond;
}

const refused = (code: string, detail: string): FieldProblem => ({ pointer: '/query', code, detail });
const tooDeep = refused('too_deep', `the document nests deeper than ${FORM_LIMITS.levelsMax} levels`);
const circular = refused('invalid_document', 'a fragment spreads itself');
const tooLarge = refused(
  'too_large',
  `the document has more than ${FORM_LIMITS.selectionsMax} selections, with its fragments written out`,
);
