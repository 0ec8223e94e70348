import type { App } from '../app/app.js';
import type { Database } from '../app/database.js';
import { withAdvisoryLock } from '../platform/database/orm.js';
import { prepareDemoAdoption } from './adoption.prepare.js';
import { prepareDemoSubmissions } from './submissions.prepare.js';

const SAMPLES_LOCK = 7_243_003;

/** Gives a newcomer something to look at and to decide, once, however many gateways start: see what it calls. */
export const prepareDemoSamples = (app: App, database: Database, ownerEmail: string): Promise<void> =>
  withAdvisoryLock(database.directUrl, SAMPLES_LOCK, async () => {
    await prepareDemoSubmissions(app);
    await prepareDemoAdoption(app, database.directUrl, ownerEmail);
  });
