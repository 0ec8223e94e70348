import { Route, Routes } from 'react-router-dom';
import { plans } from '../workbench/index.js';
import { SavePage } from '../workbench/SavePage.js';
import { Workbench } from '../workbench/Workbench.js';
import { NotFound } from '../workspace/NotFound.js';
import { Resource } from '../workspace/Resource.js';
import { SectionRoutes } from '../workspace/SectionRoutes.js';

/** Planning: the workbench, and the plans that were saved. */
export default function WorkbenchPages() {
  return (
    <Routes>
      <Route index element={<Workbench />} />
      <Route path="save" element={<SavePage />} />
      <Route element={<SectionRoutes under="/workbench" />}>
        <Route path="plans/*" element={<Resource {...plans} />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
