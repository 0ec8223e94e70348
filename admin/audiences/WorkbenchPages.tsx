import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../shell/NotFound.js';
import { Resource } from '../shell/Resource.js';
import { SectionRoutes } from '../shell/SectionRoutes.js';
import { plans } from '../workbench/index.js';
import { SavePage } from '../workbench/SavePage.js';
import { Workbench } from '../workbench/Workbench.js';

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
