import { Outlet, useLocation } from 'react-router-dom';
import { useOrganization } from '../workspace/organization.js';
import { SectionLinks } from '../workspace/SectionLinks.js';

/** The report and what it asks to be done, of the same product. */
export function ReportsRoutes() {
  const { to } = useOrganization();
  const { search } = useLocation();
  const product = new URLSearchParams(search).get('product');
  const question = product ? `?${new URLSearchParams({ product })}` : '';
  return (
    <>
      <SectionLinks
        label="Reports"
        links={[
          { to: to(`/reports${question}`), label: 'Report', end: true },
          { to: to(`/reports/actions${question}`), label: 'Actions' },
        ]}
      />
      <Outlet />
    </>
  );
}
