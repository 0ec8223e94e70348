import { Route, Routes } from 'react-router-dom';
import { platformAudit } from '../audit-entries/index.js';
import { catalogImports } from '../catalog-imports/index.js';
import { catalogOffers } from '../catalog-offers/index.js';
import { catalogTools } from '../catalog-tools/index.js';
import { directoryGaps } from '../directory-gaps/index.js';
import { heldMeasures } from '../held-measures/index.js';
import { intakeSubmissions } from '../intake-submissions/index.js';
import { Moved } from '../workspace/Moved.js';
import { NotFound } from '../workspace/NotFound.js';
import { Resource } from '../workspace/Resource.js';
import { ReviewRoutes } from '../workspace/review.js';

/** The pages of reviewers. */
export default function ReviewPages() {
  return (
    <Routes>
      <Route element={<ReviewRoutes />}>
        <Route path="intake-submissions/*" element={<Resource {...intakeSubmissions} />} />
        <Route path="catalog-tools/*" element={<Resource {...catalogTools} />} />
        <Route path="catalog-offers/*" element={<Resource {...catalogOffers} />} />
        <Route path="catalog-imports/*" element={<Resource {...catalogImports} />} />
        <Route path="held-measures/*" element={<Resource {...heldMeasures} />} />
        <Route path="directory-gaps/*" element={<Resource {...directoryGaps} />} />
        <Route path="audit-entries/*" element={<Resource {...platformAudit} />} />
        <Route path="catalog/*" element={<Moved to="/review/catalog-tools" deep />} />
        <Route path="offers/*" element={<Moved to="/review/catalog-offers" deep />} />
        <Route path="imports/*" element={<Moved to="/review/catalog-imports" deep />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
