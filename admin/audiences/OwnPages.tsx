import { Route, Routes } from 'react-router-dom';
import { claims } from '../claims/index.js';
import { connections } from '../connections/index.js';
import { OwnHome } from '../home/OwnHome.js';
import { ProfilePage } from '../profile/ProfilePage.js';
import { projects } from '../projects/index.js';
import { skills } from '../skills/index.js';
import { SpendingPage } from '../spending/SpendingPage.js';
import { tokens } from '../tokens/index.js';
import { usageReceipts } from '../usage/index.js';
import { Moved } from '../workspace/Moved.js';
import { NotFound } from '../workspace/NotFound.js';
import { Resource } from '../workspace/Resource.js';
import { SectionRoutes } from '../workspace/SectionRoutes.js';

/** A person's own pages. */
export default function OwnPages() {
  return (
    <Routes>
      <Route index element={<OwnHome />} />
      <Route path="spending" element={<SpendingPage />} />
      <Route path="profile" element={<ProfilePage />} />
      <Route element={<SectionRoutes under="/me" />}>
        <Route path="claims/*" element={<Resource {...claims} />} />
        <Route path="connections/*" element={<Resource {...connections} />} />
        <Route path="tokens/*" element={<Resource {...tokens} />} />
        <Route path="skills/*" element={<Resource {...skills} />} />
        <Route path="usage-receipts/*" element={<Resource {...usageReceipts} />} />
        <Route path="usage" element={<Moved to="/me/usage-receipts" />} />
        <Route path="projects/*" element={<Resource {...projects} />} />
        <Route path="projects/new" element={<Moved to="/me/projects/create" />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
