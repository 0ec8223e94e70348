import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { lazy, type ReactNode, Suspense } from 'react';
import { AdminContext, CoreAdminUI, CustomRoutes, Notification } from 'react-admin';
import { Route } from 'react-router-dom';
import { Waiting } from './components/Waiting.js';
import { authProvider } from './providers/auth.js';
import { dataProvider } from './providers/data.js';
import { i18nProvider } from './providers/i18n.js';
import { queryClient } from './providers/query-client.js';
import { InvitationAccept } from './team/InvitationAccept.js';
import { rememberedStore } from './theme/store.js';
import { styleCache } from './theme/style-cache.js';
import { makeTheme } from './theme/theme.js';
import { Failed } from './workspace/Failed.js';
import { Landing } from './workspace/Landing.js';
import { NotFound } from './workspace/NotFound.js';
import { PublicAddress } from './workspace/PublicAddress.js';
import { Shell } from './workspace/Shell.js';
import { SignedIn } from './workspace/SignedIn.js';
import { Starting } from './workspace/Starting.js';

// Each audience's pages come when they are first opened.
const CompanyPages = lazy(() => import('./audiences/CompanyPages.js'));
const Entrance = lazy(() => import('./account/Entrance.js').then((one) => ({ default: one.Entrance })));
const FactorResetObjection = lazy(() =>
  import('./account/FactorResetObjection.js').then((one) => ({ default: one.FactorResetObjection })),
);
const DirectoryPages = lazy(() => import('./audiences/DirectoryPages.js'));
const OfferPages = lazy(() => import('./audiences/OfferPages.js'));
const OwnPages = lazy(() => import('./audiences/OwnPages.js'));
const PublicSkill = lazy(() => import('./skills/PublicSkill.js').then((one) => ({ default: one.PublicSkill })));
const ReviewPages = lazy(() => import('./audiences/ReviewPages.js'));
const WorkbenchPages = lazy(() => import('./audiences/WorkbenchPages.js'));
const pages = (of: ReactNode) => <Suspense fallback={<Waiting what="page" rows={8} />}>{of}</Suspense>;

const EntrancePage = () => pages(<Entrance />);

const light = makeTheme('light');
const dark = makeTheme('dark');

/**
 * The workspace: every page, its address, and who may open it. It is react-admin's `<Admin>` without its own layout and
 * sign-in page, which no user would see and every user would load.
 */
export function App() {
  return (
    <CacheProvider value={styleCache}>
      <AdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={rememberedStore}
        theme={light}
        darkTheme={dark}
      >
        <CssBaseline enableColorScheme />
        <CoreAdminUI
          title="DAI"
          layout={Shell}
          loading={Starting}
          error={Failed}
          catchAll={NotFound}
          loginPage={EntrancePage}
          authCallbackPage={false}
          disableTelemetry
        >
          <CustomRoutes>
            <Route path="/directory/*" element={pages(<DirectoryPages />)} />
            <Route path="/offers/*" element={pages(<OfferPages />)} />
            <Route path="/s/:skillId" element={pages(<PublicSkill />)} />
            <Route path="/factor-resets/:resetId" element={pages(<FactorResetObjection />)} />
            <Route path="/p/:slug" element={<PublicAddress under="/p" />} />
            <Route element={<SignedIn />}>
              <Route path="/" element={<Landing />} />
              <Route path="/me/*" element={pages(<OwnPages />)} />
              <Route path="/workbench/*" element={pages(<WorkbenchPages />)} />
              <Route path="/review/*" element={pages(<ReviewPages />)} />
              <Route path="/o/:organizationId/*" element={pages(<CompanyPages />)} />
              <Route path="/invitations/:invitationId" element={<InvitationAccept />} />
            </Route>
          </CustomRoutes>
        </CoreAdminUI>
        <Notification />
      </AdminContext>
    </CacheProvider>
  );
}
