import { repositoryIn, type Tool } from '../catalog/index.js';
import type { CheckKind } from '../check.entity.js';
import { subjectsOf } from '../measure.rules.js';
import { mcpLineOf } from '../search/index.js';

/** A source behind facts of a tool, and the host that answers for it. */
export interface CheckSubject {
  readonly kind: CheckKind;
  /** An address, or a name such as npm:stripe. */
  readonly subject: string;
  readonly host: string;
  readonly facts: readonly string[];
}

/** The pages, packages, repositories and servers on which the facts of a tool stand, each once. */
export function listCheckSubjects(tool: Tool): CheckSubject[] {
  const server = mcpLineOf(tool)?.url ?? null;
  return [
    ...pagesOf(tool),
    ...subjectsOf({
      packages: tool.packages,
      installCommand: tool.install?.command ?? null,
      website: tool.website,
      licenceSource: tool.licence?.source ?? null,
      repositoryUrl: repositoryIn(tool.mcpServer),
    }).map(({ registry, subject }): CheckSubject => {
      if (registry !== 'github') return { kind: 'package', subject, host: `registry:${registry}`, facts: ['packages'] };
      const facts = tool.licence ? ['repository', 'licence'] : ['repository'];
      return { kind: 'repository', subject, host: 'registry:github', facts };
    }),
    ...(server === null ? [] : [{ kind: 'mcp' as const, subject: server, host: new URL(server).host, facts: ['mcp'] }]),
  ];
}

function pagesOf(tool: Tool): CheckSubject[] {
  const pages: readonly (readonly [string | null | undefined, readonly string[]])[] = [
    [tool.website, ['website']],
    [tool.docs.url, ['docs.url']],
    [tool.docs.llmsTxt, ['docs.llmsTxt']],
    [tool.docs.openapi, ['docs.openapi']],
    [tool.pricing.url, ['pricing.url']],
    [tool.signupUrl, ['signupUrl']],
    [tool.licence?.source, ['licence']],
    ...tool.sources.map(({ url, facts }) => [url, facts] as const),
  ];
  const byUrl = new Map<string, Set<string>>();
  for (const [url, facts] of pages) {
    if (!url || !URL.canParse(url)) continue;
    const { href } = new URL(url);
    byUrl.set(href, new Set([...(byUrl.get(href) ?? []), ...facts]));
  }
  return [...byUrl].map(([subject, facts]) => ({
    kind: 'link',
    subject,
    host: new URL(subject).host,
    facts: [...facts],
  }));
}
