/** Whether an organization has a stored event of the family commercial under this id (`org_…`, `evt_…`); tracking answers, app.ts hands it in. */
export type HasCommercialEvent = (organizationId: string, eventId: string) => Promise<boolean>;

declare module '../platform/context.js' {
  interface Services {
    offerEvents: HasCommercialEvent;
  }
}
