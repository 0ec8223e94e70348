import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Every address of the workspace that has a page, with the name under which a browser test looks at it (`expectSound`, or the list of `pages.test.ts`). */
const LOOKED_AT: Readonly<Record<string, string>> = {
  '/directory': 'directory',
  '/directory/:id': 'tool',
  '/invitations/:invitationId': 'invitation',
  '/me': 'own-home',
  '/me/claims': 'my-claims',
  '/me/claims/:id': 'my-redemption',
  '/me/connections': 'connections',
  '/me/profile': 'me-profile',
  '/me/projects': 'projects',
  '/me/projects/:id': 'project-draft',
  '/me/projects/:id/edit': 'project-edit',
  '/me/projects/create': 'project-new',
  '/me/skills': 'skills',
  '/me/skills/:id': 'skill-draft',
  '/me/skills/import': 'skill-import',
  '/me/spending': 'spending',
  '/me/tokens': 'tokens',
  '/me/usage-receipts': 'usage',
  '/me/usage-receipts/:id': 'receipt',
  '/o/:organizationId': 'company-home',
  '/o/:organizationId/adoption': 'adoption',
  '/o/:organizationId/adoption/accounts': 'adoption-accounts',
  '/o/:organizationId/adoption/accounts/:id': 'adoption-account',
  '/o/:organizationId/adoption/developers': 'adoption-developers',
  '/o/:organizationId/adoption/developers/:id': 'adoption-developer',
  '/o/:organizationId/csv-imports': 'csv-imports',
  '/o/:organizationId/csv-imports/:id': 'csv-done',
  '/o/:organizationId/csv-imports/create': 'csv-import',
  '/o/:organizationId/dry-run': 'dry-run',
  '/o/:organizationId/event-export': 'event-export',
  '/o/:organizationId/events': 'events',
  '/o/:organizationId/link-opens': 'link-opens',
  '/o/:organizationId/offer-claims': 'company-claims',
  '/o/:organizationId/offer-claims/:id': 'company-claim',
  '/o/:organizationId/offers': 'company-offers',
  '/o/:organizationId/products': 'products',
  '/o/:organizationId/products/:id': 'product',
  '/o/:organizationId/products/:id/edit': 'product-edit',
  '/o/:organizationId/products/create': 'product-create',
  '/o/:organizationId/reconciliation': 'reconciliation',
  '/o/:organizationId/reports': 'report',
  '/o/:organizationId/reports/actions': 'report-actions',
  '/factor-resets/:resetId': 'factor-reset',
  '/o/:organizationId/settings': 'settings',
  '/o/:organizationId/settings/agent-keys': 'agent-keys',
  '/o/:organizationId/settings/audit-entries': 'audit',
  '/o/:organizationId/settings/audit-entries/:id': 'audit-entry',
  '/o/:organizationId/settings/audit-receipts': 'audit-receipts',
  '/o/:organizationId/settings/invitations': 'invitations',
  '/o/:organizationId/settings/members': 'team',
  '/o/:organizationId/settings/plan': 'company-plan',
  '/o/:organizationId/settings/security': 'security',
  '/o/:organizationId/settings/single-sign-on': 'company-single-sign-on',
  '/o/:organizationId/settings/tracking-keys': 'keys',
  '/o/:organizationId/settings/webhooks': 'webhooks',
  '/o/:organizationId/settings/webhooks/:id': 'webhook',
  '/o/:organizationId/start': 'start',
  '/offers': 'offers',
  '/offers/:id': 'offer-native',
  '/review/audit-entries': 'review-audit',
  '/review/audit-entries/:id': 'review-audit-entry',
  '/review/catalog-imports': 'import-held',
  '/review/catalog-imports/:id': 'import',
  '/review/catalog-offers': 'review-offers',
  '/review/catalog-offers/:id': 'review-offer',
  '/review/catalog-offers/create': 'review-offer-create',
  '/review/catalog-tools': 'catalog',
  '/review/catalog-tools/:id': 'catalog-tool',
  '/review/directory-gaps': 'directory-gaps',
  '/review/held-measures': 'held-figures',
  '/review/intake-submissions': 'intake-queue',
  '/review/intake-submissions/:id': 'intake-review',
  '/s/:skillId': 'skill-public',
  '/workbench': 'workbench',
  '/workbench/plans': 'plans',
  '/workbench/plans/:id': 'plan',
  '/workbench/save': 'save',
};

/** Addresses that lead on to another and have no page of their own. */
const LEADING_ON = ['/', '/p/:slug'];

/** The files that hold the pages below an address; the application itself is the first. */
const BELOW: Readonly<Record<string, string>> = {
  '/directory/*': 'DirectoryPages',
  '/offers/*': 'OfferPages',
  '/me/*': 'OwnPages',
  '/workbench/*': 'WorkbenchPages',
  '/review/*': 'ReviewPages',
  '/o/:organizationId/*': 'CompanyPages',
};

/** The pages that a resource is declared with, by their kinds. */
function kindsOf(resource: string): ReadonlySet<string> {
  const sources = globSync('admin/*/index.{ts,tsx}', { cwd: ROOT }).map(read);
  const declared = sources
    .map((text) => new RegExp(String.raw`export const ${resource}: ResourcePages = \{([\s\S]*?)\};`).exec(text)?.[1])
    .find((body) => body !== undefined);
  if (declared === undefined) throw new Error(`no resource ${resource}`);
  const [, spread] = /\.\.\.(\w+)/.exec(declared) ?? [];
  const own = [...declared.matchAll(/\b(list|show|edit|create|panel):/g)].map(([, kind = '']) => kind);
  const more = [...declared.matchAll(/<Route path="(\w+)"/g)].map(([, at = '']) => `/${at}`);
  return new Set([...own, ...more, ...(spread ? kindsOf(spread) : [])]);
}

/** The addresses of a resource, as `Resource` routes them. */
function routesOfResource(resource: string, at: string): string[] {
  const kinds = kindsOf(resource);
  const record = kinds.has('panel') || kinds.has('show') || kinds.has('edit');
  return [
    at,
    ...(kinds.has('create') ? [`${at}/create`] : []),
    ...(record ? [`${at}/:id`] : []),
    ...(kinds.has('show') && kinds.has('edit') ? [`${at}/:id/edit`] : []),
    ...[...kinds].filter((kind) => kind.startsWith('/')).map((more) => at + more),
  ];
}

/** The routes of a file below an address; an address that moved has no page, and a missing one has its own in the list. */
function routesIn(file: string, under: string): string[] {
  const text = read(file);
  const whole = /return <Resource \{\.\.\.(\w+)\} \/>/.exec(text);
  if (whole) return routesOfResource(whole[1] ?? '', under);
  const open: string[] = [under];
  return text.split('\n').flatMap((line) => {
    if (line.includes('</Route>')) open.pop();
    const [, attributes] = /<Route\b(.*)>\s*$/.exec(line) ?? [];
    if (attributes === undefined) return [];
    const [, given = ''] = /\bpath="([^"]*)"/.exec(attributes) ?? [];
    const at = given.startsWith('/') ? given : [open.at(-1), given.replace(/\/?\*$/, '')].filter(Boolean).join('/');
    if (!attributes.endsWith('/')) open.push(at);
    if (given === '*' || attributes.includes('<Moved')) return [];
    const below = BELOW[given];
    if (below) return routesIn(`admin/audiences/${below}.tsx`, given.replace('/*', ''));
    const [, resource] = /<Resource \{\.\.\.(\w+)\}/.exec(attributes) ?? [];
    if (resource) return routesOfResource(resource, at);
    const isPage = /\bindex\b/.test(attributes) || given !== '';
    return isPage && attributes.endsWith('/') ? [at] : [];
  });
}

const routes = [...new Set(routesIn('admin/App.tsx', ''))].sort();

describe('the pages of the workspace', () => {
  it('are all looked at in a browser, in each view', () => {
    expect([...Object.keys(LOOKED_AT), ...LEADING_ON].sort()).toEqual(routes);
  });

  it('are looked at where the list says so', () => {
    const tests = globSync('test/admin/*.test.ts', { cwd: ROOT }).map(read).join('\n');
    const missing = Object.entries(LOOKED_AT).filter(([, name]) => !tests.includes(`'${name}'`));
    expect(missing).toEqual([]);
  });
});
