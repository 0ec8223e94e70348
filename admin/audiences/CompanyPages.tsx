import { Route, Routes } from 'react-router-dom';
import { AdoptionPage, adoptionAccounts, adoptionDevelopers } from '../adoption/index.js';
import { agentKeys } from '../agent-keys/index.js';
import { auditEntries } from '../audit-entries/index.js';
import { auditReceipts } from '../audit-receipts/index.js';
import { organizationOffers } from '../catalog-offers/index.js';
import { offerClaims } from '../claims/index.js';
import { csvImports } from '../csv-imports/index.js';
import { DryRunPage } from '../dry-run/DryRunPage.js';
import { EventExportPage } from '../events/EventExportPage.js';
import { events } from '../events/index.js';
import { CompanyHome } from '../home/CompanyHome.js';
import { trackingKeys } from '../keys/index.js';
import { linkOpens } from '../link-opens/index.js';
import { PlanPage } from '../plan/PlanPage.js';
import { products } from '../products/index.js';
import { reconciliation } from '../reconciliation/index.js';
import { ActionsPage } from '../reports/ActionsPage.js';
import { ReportPage } from '../reports/ReportPage.js';
import { ReportsRoutes } from '../reports/ReportsRoutes.js';
import { OrganizationSettings } from '../settings/OrganizationSettings.js';
import { SecurityPage } from '../settings/SecurityPage.js';
import { SettingsRoutes } from '../settings/SettingsRoutes.js';
import { SingleSignOnSettings } from '../settings/SingleSignOnSettings.js';
import { GetStarted } from '../start/GetStarted.js';
import { invitations, members } from '../team/index.js';
import { webhooks } from '../webhooks/index.js';
import { Moved } from '../workspace/Moved.js';
import { NotFound } from '../workspace/NotFound.js';
import { OrganizationRoutes } from '../workspace/organization.js';
import { Resource } from '../workspace/Resource.js';

/** The pages of a company. */
export default function CompanyPages() {
  return (
    <Routes>
      <Route element={<OrganizationRoutes />}>
        <Route index element={<CompanyHome />} />
        <Route path="start" element={<GetStarted />} />
        <Route path="adoption" element={<AdoptionPage />} />
        <Route path="adoption/accounts/*" element={<Resource {...adoptionAccounts} />} />
        <Route path="adoption/developers/*" element={<Resource {...adoptionDevelopers} />} />
        <Route path="reports" element={<ReportsRoutes />}>
          <Route index element={<ReportPage />} />
          <Route path="actions" element={<ActionsPage />} />
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="event-export" element={<EventExportPage />} />
        <Route path="events/*" element={<Resource {...events} />} />
        <Route path="offer-claims/*" element={<Resource {...offerClaims} />} />
        <Route path="offers/*" element={<Resource {...organizationOffers} />} />
        <Route path="claims/*" element={<Moved to="../offer-claims" deep />} />
        <Route path="dry-run" element={<DryRunPage />} />
        <Route path="link-opens/*" element={<Resource {...linkOpens} />} />
        <Route path="reconciliation/*" element={<Resource {...reconciliation} />} />
        <Route path="csv-imports/*" element={<Resource {...csvImports} />} />
        <Route path="products/*" element={<Resource {...products} />} />
        <Route path="settings" element={<SettingsRoutes />}>
          <Route index element={<OrganizationSettings />} />
          <Route path="members/*" element={<Resource {...members} />} />
          <Route path="invitations/*" element={<Resource {...invitations} />} />
          <Route path="tracking-keys/*" element={<Resource {...trackingKeys} />} />
          <Route path="agent-keys/*" element={<Resource {...agentKeys} />} />
          <Route path="audit-receipts/*" element={<Resource {...auditReceipts} />} />
          <Route path="webhooks/*" element={<Resource {...webhooks} />} />
          <Route path="security" element={<SecurityPage />} />
          <Route path="single-sign-on" element={<SingleSignOnSettings />} />
          <Route path="plan" element={<PlanPage />} />
          <Route path="audit-entries/*" element={<Resource {...auditEntries} />} />
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="keys" element={<Moved to="../settings/tracking-keys" />} />
        <Route path="team" element={<Moved to="../settings/members" />} />
        <Route path="audit" element={<Moved to="../settings/audit-entries" />} />
        <Route path="webhooks/*" element={<Moved to="../settings/webhooks" deep />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
