import { Link } from 'react-router-dom';
import type { CatalogRecord } from '../providers/generated/operations.js';
import { WHOLE } from '../providers/query-client.js';
import { CatalogEditPage } from './CatalogEditPage.js';
import { CatalogStanding } from './CatalogStanding.js';
import { CorrectionForm } from './CorrectionForm.js';
import { ListingDecision } from './ListingDecision.js';

/** One tool of the catalog, to be corrected, listed and unlisted. */
export const CatalogToolEdit = () => (
  <CatalogEditPage<CatalogRecord>
    what="record"
    list={{ to: '/review/catalog-tools', label: 'Catalog' }}
    title={({ name }) => name}
    standing={(tool) => (
      <CatalogStanding record={tool} named={<code>{tool.slug}</code>}>
        {tool.listed && <Link to={`/directory/${tool.slug}`}>in the directory</Link>}
      </CatalogStanding>
    )}
    action={(tool, reload) => <ListingDecision tool={tool} onReload={reload} />}
    form={(tool, reload) => <CorrectionForm tool={tool} onReload={reload} />}
    meta={WHOLE}
  />
);
