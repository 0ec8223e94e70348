import type { Tool } from '../providers/generated/operations.js';
import { type Source, sourcesOf } from './tool.facts.js';

/** A fact that is a text: the same on a page for everyone and in the workspace. */
export interface PlainFact {
  readonly label: string;
  /** Empty where it is not known. */
  readonly text: string;
  readonly sources: readonly Source[];
}

export const plainFactsOf = (tool: Tool, humanize: (name: string) => string): readonly PlainFact[] => [
  { label: 'Free tier', text: tool.pricing.freeTier ?? '', sources: sourcesOf(tool, 'pricing.freeTier') },
  { label: 'Interfaces', text: tool.interfaces.map(humanize).join(', '), sources: sourcesOf(tool, 'interfaces') },
  {
    label: 'Maturity',
    text: tool.maturity === 'unknown' ? '' : tool.maturity,
    sources: sourcesOf(tool, 'maturity'),
  },
  {
    label: 'Licence',
    text: tool.licence?.spdx ?? '',
    sources: tool.licence
      ? [
          {
            kind: 'page',
            url: tool.licence.source,
            via: null,
            readAt: tool.licence.checkedAt,
            approvedOn: null,
            facts: ['licence'],
          },
        ]
      : [],
  },
];
