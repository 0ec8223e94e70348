import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductNames } from '../../accounts/index.js';
import { findToolAddresses } from '../../directory/index.js';
import type { IntakeSubmission } from '../intake.entity.js';

type Titled = Pick<IntakeSubmission, 'id' | 'fields' | 'organizationName' | 'organizationDomain'>;

/** What the kinds of submissions name: something new by its name, what is there by its id. */
interface Named {
  readonly product?: { readonly name: string };
  readonly event?: { readonly name: string };
  readonly tool?: { readonly name: string };
  readonly toolSlug?: string;
  readonly productId?: string;
}

/** What each submission is called, by its id: the name of what it is about, as submitted or as it is listed; else the organization's. */
export async function readTitles(em: EntityManager, submissions: readonly Titled[]): Promise<Map<string, string>> {
  const named = submissions.map((one) => ({ ...one, fields: one.fields as Named }));
  const tools = await findToolAddresses(em, {
    slugs: named.flatMap(({ fields }) => fields.toolSlug ?? []),
    names: [],
    websites: [],
  });
  const toolNames = new Map(tools.map(({ slug, name }) => [slug, name]));
  const productNames = await findProductNames(
    em,
    named.flatMap(({ fields: { productId }, organizationDomain: domain }) =>
      productId ? [{ productId, domain }] : [],
    ),
  );
  return new Map(
    named.map(({ id, fields, organizationName, organizationDomain }) => {
      const { product, event, tool, toolSlug, productId } = fields;
      const submitted = product?.name ?? event?.name ?? tool?.name;
      const listed =
        toolNames.get(toolSlug ?? '') ??
        productNames.get(`${organizationDomain} ${productId ?? ''}`) ??
        organizationName;
      return [id, submitted ?? listed];
    }),
  );
}
