import { CacheProvider } from '@emotion/react';
import { Admin, CustomRoutes } from 'react-admin';
import { Route } from 'react-router-dom';
import { Entrance } from './account/Entrance.js';
import { EventsPage } from './events/EventsPage.js';
import { CompanyHome } from './home/CompanyHome.js';
import { OwnHome } from './home/OwnHome.js';
import { KeyList } from './keys/KeyList.js';
import { ProductCreate } from './products/ProductCreate.js';
import { ProductEdit } from './products/ProductEdit.js';
import { ProductList } from './products/ProductList.js';
import { authProvider } from './providers/auth.js';
import { dataProvider } from './providers/data.js';
import { queryClient } from './providers/query-client.js';
import { Landing } from './shell/Landing.js';
import { NotFound } from './shell/NotFound.js';
import { OrganizationRoom } from './shell/organization.js';
import { Shell } from './shell/Shell.js';
import { Starting } from './shell/Starting.js';
import { GetStarted } from './start/GetStarted.js';
import { MemberList } from './team/MemberList.js';
import { rememberedStore } from './theme/store.js';
import { styleCache } from './theme/style-cache.js';
import { makeTheme } from './theme/theme.js';

const light = makeTheme('light');
const dark = makeTheme('dark');

/** The workspace: every page, its address, and who may open it. */
export function App() {
  return (
    <CacheProvider value={styleCache}>
      <Admin
        title="DAI"
        authProvider={authProvider}
        dataProvider={dataProvider}
        queryClient={queryClient}
        store={rememberedStore}
        theme={light}
        darkTheme={dark}
        layout={Shell}
        loading={Starting}
        catchAll={NotFound}
        loginPage={Entrance}
        requireAuth
        disableTelemetry
      >
        <CustomRoutes>
          <Route path="/" element={<Landing />} />
          <Route path="/me" element={<OwnHome />} />
          <Route path="/o/:organizationId" element={<OrganizationRoom />}>
            <Route index element={<CompanyHome />} />
            <Route path="start" element={<GetStarted />} />
            <Route path="events" element={<EventsPage />} />
            <Route path="keys" element={<KeyList />} />
            <Route path="products" element={<ProductList />} />
            <Route path="products/create" element={<ProductCreate />} />
            <Route path="products/:productId" element={<ProductEdit />} />
            <Route path="team" element={<MemberList />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </CustomRoutes>
      </Admin>
    </CacheProvider>
  );
}
