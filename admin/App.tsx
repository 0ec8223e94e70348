import { CacheProvider } from '@emotion/react';
import { Admin, CustomRoutes } from 'react-admin';
import { Route } from 'react-router-dom';
import { Entrance } from './account/Entrance.js';
import { AdoptionPage, adoptionAccounts, adoptionDevelopers } from './adoption/index.js';
import { auditEntries } from './audit-entries/index.js';
import { catalogImports } from './catalog-imports/index.js';
import { catalogOffers } from './catalog-offers/index.js';
import { catalogTools } from './catalog-tools/index.js';
import { claims, offerClaims } from './claims/index.js';
import { connections } from './connections/index.js';
import { csvImports } from './csv-imports/index.js';
import { DirectoryPage } from './directory/DirectoryPage.js';
import { ToolPage } from './directory/ToolPage.js';
import { events } from './events/index.js';
import { CompanyHome } from './home/CompanyHome.js';
import { OwnHome } from './home/OwnHome.js';
import { intakeSubmissions } from './intake-submissions/index.js';
import { trackingKeys } from './keys/index.js';
import { offers } from './offers/index.js';
import { products } from './products/index.js';
import { ProfilePage } from './profile/ProfilePage.js';
import { projects } from './projects/index.js';
import { authProvider } from './providers/auth.js';
import { dataProvider } from './providers/data.js';
import { i18nProvider } from './providers/i18n.js';
import { queryClient } from './providers/query-client.js';
import { OrganizationSettings } from './settings/OrganizationSettings.js';
import { SettingsRoutes } from './settings/SettingsRoutes.js';
import { Landing } from './shell/Landing.js';
import { Moved } from './shell/Moved.js';
import { NotFound } from './shell/NotFound.js';
import { OrganizationRoutes } from './shell/organization.js';
import { PublicAddress } from './shell/PublicAddress.js';
import { Resource } from './shell/Resource.js';
import { ReviewRoutes } from './shell/review.js';
import { SectionRoutes } from './shell/SectionRoutes.js';
import { Shell } from './shell/Shell.js';
import { SignedIn } from './shell/SignedIn.js';
import { Starting } from './shell/Starting.js';
import { skills } from './skills/index.js';
import { PublicSkill } from './skills/PublicSkill.js';
import { SpendingPage } from './spending/SpendingPage.js';
import { GetStarted } from './start/GetStarted.js';
import { InvitationAccept } from './team/InvitationAccept.js';
import { invitations, members } from './team/index.js';
import { rememberedStore } from './theme/store.js';
import { styleCache } from './theme/style-cache.js';
import { makeTheme } from './theme/theme.js';
import { tokens } from './tokens/index.js';
import { usageReceipts } from './usage/index.js';
import { webhooks } from './webhooks/index.js';
import { plans } from './workbench/index.js';
import { SavePage } from './workbench/SavePage.js';
import { Workbench } from './workbench/Workbench.js';

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
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={rememberedStore}
        theme={light}
        darkTheme={dark}
        layout={Shell}
        loading={Starting}
        catchAll={NotFound}
        loginPage={Entrance}
        disableTelemetry
      >
        <CustomRoutes>
          <Route path="/directory" element={<DirectoryPage />} />
          <Route path="/directory/:slug" element={<ToolPage />} />
          <Route path="/offers/*" element={<Resource {...offers} />} />
          <Route path="/s/:skillId" element={<PublicSkill />} />
          <Route path="/p/:slug" element={<PublicAddress under="/p" />} />
          <Route element={<SignedIn />}>
            <Route path="/" element={<Landing />} />
            <Route path="/me" element={<OwnHome />} />
            <Route path="/me/spending" element={<SpendingPage />} />
            <Route path="/me/profile" element={<ProfilePage />} />
            <Route path="/me" element={<SectionRoutes under="/me" />}>
              <Route path="claims/*" element={<Resource {...claims} />} />
              <Route path="connections/*" element={<Resource {...connections} />} />
              <Route path="tokens/*" element={<Resource {...tokens} />} />
              <Route path="skills/*" element={<Resource {...skills} />} />
              <Route path="usage-receipts/*" element={<Resource {...usageReceipts} />} />
              <Route path="usage" element={<Moved to="/me/usage-receipts" />} />
              <Route path="projects/*" element={<Resource {...projects} />} />
              <Route path="projects/new" element={<Moved to="/me/projects/create" />} />
            </Route>
            <Route path="/review" element={<ReviewRoutes />}>
              <Route path="intake-submissions/*" element={<Resource {...intakeSubmissions} />} />
              <Route path="catalog-tools/*" element={<Resource {...catalogTools} />} />
              <Route path="catalog-offers/*" element={<Resource {...catalogOffers} />} />
              <Route path="catalog-imports/*" element={<Resource {...catalogImports} />} />
              <Route path="catalog/*" element={<Moved to="/review/catalog-tools" deep />} />
              <Route path="offers/*" element={<Moved to="/review/catalog-offers" deep />} />
              <Route path="imports/*" element={<Moved to="/review/catalog-imports" deep />} />
              <Route path="*" element={<NotFound />} />
            </Route>
            <Route path="/invitations/:invitationId" element={<InvitationAccept />} />
            <Route path="/workbench" element={<Workbench />} />
            <Route path="/workbench/save" element={<SavePage />} />
            <Route path="/workbench" element={<SectionRoutes under="/workbench" />}>
              <Route path="plans/*" element={<Resource {...plans} />} />
            </Route>
            <Route path="/o/:organizationId" element={<OrganizationRoutes />}>
              <Route index element={<CompanyHome />} />
              <Route path="start" element={<GetStarted />} />
              <Route path="adoption" element={<AdoptionPage />} />
              <Route path="adoption/accounts/*" element={<Resource {...adoptionAccounts} />} />
              <Route path="adoption/developers/*" element={<Resource {...adoptionDevelopers} />} />
              <Route path="events/*" element={<Resource {...events} />} />
              <Route path="offer-claims/*" element={<Resource {...offerClaims} />} />
              <Route path="claims/*" element={<Moved to="../offer-claims" deep />} />
              <Route path="csv-imports/*" element={<Resource {...csvImports} />} />
              <Route path="products/*" element={<Resource {...products} />} />
              <Route path="settings" element={<SettingsRoutes />}>
                <Route index element={<OrganizationSettings />} />
                <Route path="members/*" element={<Resource {...members} />} />
                <Route path="invitations/*" element={<Resource {...invitations} />} />
                <Route path="tracking-keys/*" element={<Resource {...trackingKeys} />} />
                <Route path="webhooks/*" element={<Resource {...webhooks} />} />
                <Route path="audit-entries/*" element={<Resource {...auditEntries} />} />
                <Route path="*" element={<NotFound />} />
              </Route>
              <Route path="keys" element={<Moved to="../settings/tracking-keys" />} />
              <Route path="team" element={<Moved to="../settings/members" />} />
              <Route path="audit" element={<Moved to="../settings/audit-entries" />} />
              <Route path="webhooks/*" element={<Moved to="../settings/webhooks" deep />} />
              <Route path="*" element={<NotFound />} />
            </Route>
          </Route>
        </CustomRoutes>
      </Admin>
    </CacheProvider>
  );
}
