import type { Tool } from '../../directory/index.js';

/** A capability that the intent asks for, and the words that say so. */
export interface RequestedCapability {
  readonly id: string;
  readonly phrase: string;
}

/** A tool that the intent calls by its name. */
export interface NamedTool {
  readonly tool: Tool;
  readonly words: string;
}

/** What is asked for, each capability with the tools that were named for it, the first of them first. */
export interface Asked extends RequestedCapability {
  readonly named: readonly Tool[];
}

/**
 * Gives every named tool the capabilities that the intent asks for and it has; where two have one, it is the one that is more for it.
 * A named tool that is left without any brings its own first capability along, unless the intent excludes that. Where nothing else is
 * asked for, a tool that is to be replaced says by its first capability what is wanted.
 */
export function requestedWithNames(
  requested: readonly RequestedCapability[],
  named: readonly NamedTool[],
  replaced: readonly NamedTool[],
  excluded: ReadonlySet<string>,
): Asked[] {
  const found = requested.map((one): Asked => ({ ...one, named: forCapability(one.id, named) }));
  const add = ({ tool, words }: NamedTool): void => {
    const [own] = tool.capabilities;
    if (own === undefined || excluded.has(own) || found.some(({ id }) => id === own)) return;
    found.push({ id: own, phrase: words, named: forCapability(own, named) });
  };
  for (const one of named) if (!found.some(({ named: [first] }) => first === one.tool)) add(one);
  if (found.length === 0) for (const one of replaced) add(one);
  return found;
}

function forCapability(id: string, named: readonly NamedTool[]): Tool[] {
  const having = named.filter(({ tool }) => tool.capabilities.includes(id)).map(({ tool }) => tool);
  return having.toSorted((a, b) => a.capabilities.indexOf(id) - b.capabilities.indexOf(id));
}
