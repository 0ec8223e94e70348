import type { IntentAnalysis } from './lexicon-analyze.rules.js';

/** A tool that a question found, with the reasons in plain words. */
export interface Found {
  /** `tol_…` */
  readonly id: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** A tool that a text calls by its name. */
export interface Named {
  readonly id: string;
  /** The words of the text that name it, as written. */
  readonly words: string;
  /** What the text says of it: it is to be used, something else is to take its place, or it is not to be used. */
  readonly role: 'wanted' | 'replaced' | 'refused';
}

/** A text as the directory understands it. */
export interface Intent {
  readonly analysis: IntentAnalysis;
  readonly named: readonly Named[];
}

/** The search over one catalog, in memory. The same catalog and question always give the same answer. */
export interface SearchIndex {
  /** Everything that answers a question, best first; empty where nothing was understood. */
  find(question: string): Found[];
  /** What a text asks for, and the tools that it names. */
  read(text: string): Intent;
  /** The tools that a text names. */
  named(text: string): readonly Named[];
}
