import type { RecordSource, ToolSource } from './tool-parts.types.js';

/** A vendor's statement about a record, which a reviewer approved. No one has read it at its source: a reading takes its facts out of here. */
export interface VendorStatement {
  /** The vendor's own page about it. */
  readonly url: string;
  /** The day of the approval, YYYY-MM-DD. */
  readonly approvedOn: string;
  readonly facts: readonly string[];
}

const KIND = 'vendor_statement';

/** The source of a record that a vendor stated: its newest approval. Returns null if all facts were read. */
export function statedSource(statements: readonly VendorStatement[]): RecordSource | null {
  const approvedOn = statements
    .map((statement) => statement.approvedOn)
    .toSorted()
    .at(-1);
  return approvedOn === undefined ? null : { kind: KIND, approvedOn };
}

/** The pages on which facts were read, and after them the vendor's statements. */
export const sourcesOf = (
  read: readonly (Pick<ToolSource, 'url' | 'readAt' | 'facts'> & { readonly via?: string | null | undefined })[],
  statements: readonly VendorStatement[],
): ToolSource[] => [
  ...read.map(({ url, via, readAt, facts }) => ({
    kind: 'page',
    url,
    via: via ?? null,
    readAt,
    approvedOn: null,
    facts: [...facts],
  })),
  ...statements.map(({ url, approvedOn, facts }) => ({
    kind: KIND,
    url,
    via: null,
    readAt: null,
    approvedOn,
    facts: [...facts],
  })),
];

/** Takes facts that other sources show out of statements or readings; those without a fact left go. */
export const withoutFacts = <S extends { readonly facts: readonly string[] }>(
  sources: readonly S[],
  shown: readonly string[],
): S[] =>
  sources.flatMap((source) => {
    const facts = source.facts.filter((fact) => !shown.includes(fact));
    return facts.length ? [{ ...source, facts }] : [];
  });

/** A statement as one sentence, where an answer has only texts. */
export const statementInWords = (statements: readonly VendorStatement[]): string | null => {
  const source = statedSource(statements);
  return (
    source && `Vendor statement, approved by a reviewer on ${source.approvedOn}; no one has read it at its source.`
  );
};
