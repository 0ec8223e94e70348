import type { DirectoryTool } from '../../directory/index.js';
import { pricingInWords } from '../pricing.rules.js';
import type { StackGap, StackRole } from '../stacks/index.js';
import type { PlanRisk } from './brief.types.js';
import { type ToolInStack, toolsOf } from './brief-tools.rules.js';

/** What can go wrong with a stack, out of the catalog's data alone: gaps, then each tool's own risks. */
export function risksOf(stack: readonly StackRole[], gaps: readonly StackGap[]): PlanRisk[] {
  return [
    ...gaps.map(({ capability, reason }) => ({ title: `No tool for ${capability}`, detail: reason, tool: null })),
    ...toolsOf(stack).flatMap((one) => [
      ...maturityRisk(one.tool),
      ...pricingRisk(one.tool),
      ...breadthRisk(one),
      ...docsRisk(one.tool),
    ]),
  ];
}

function maturityRisk({ maturity, name, slug }: DirectoryTool): PlanRisk[] {
  const texts: Record<string, [string, string]> = {
    deprecated: ['is deprecated', 'It will not be developed further: plan for another one, or take it knowingly.'],
    experimental: ['is experimental', 'Its interface may change or go away: keep it behind an interface of your own.'],
    beta: ['is in beta', 'Its interface may change: pin the version and read its changelog.'],
    unknown: ['has no known maturity', 'No source in the catalog says how mature it is: look at its releases first.'],
  };
  const found = texts[maturity];
  return found ? [{ title: `${name} ${found[0]}`, detail: found[1], tool: slug }] : [];
}

function pricingRisk({ name, pricing, slug }: DirectoryTool): PlanRisk[] {
  if (pricing.model === 'unknown')
    return [
      {
        title: `The price of ${name} is not known`,
        detail: 'The catalog has no source for its pricing: look it up before you depend on it.',
        tool: slug,
      },
    ];
  if (pricing.freeTier !== null || !['usage', 'subscription', 'enterprise'].includes(pricing.model)) return [];
  return [
    {
      title: `${name} may cost from the first use`,
      detail: `Its pricing is ${pricingInWords(pricing.model)} and no free tier is known: set a budget and an alert first.`,
      tool: slug,
    },
  ];
}

function breadthRisk({ tool, capabilities }: ToolInStack): PlanRisk[] {
  if (capabilities.length < 2) return [];
  return [
    {
      title: `${tool.name} carries several parts`,
      detail: `One vendor for ${capabilities.join(', ')}: an outage or a price change meets all of them at once.`,
      tool: tool.slug,
    },
  ];
}

function docsRisk({ docs, name, slug }: DirectoryTool): PlanRisk[] {
  if (docs.url !== null || docs.llmsTxt !== null || docs.openapi !== null) return [];
  return [
    { title: `No documentation of ${name} is known`, detail: 'The catalog has no address of its docs.', tool: slug },
  ];
}
