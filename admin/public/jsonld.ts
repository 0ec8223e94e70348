import type { JsonLd } from './page.js';

/** The way to a page from the first one, as search engines show it. */
export const breadcrumbs = (
  workspaceUrl: string,
  steps: readonly (readonly [name: string, address: string])[],
): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [['DAI', '/'] as const, ...steps].map(([name, address], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: workspaceUrl + address,
  })),
});
