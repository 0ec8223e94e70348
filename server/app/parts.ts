import type { AccountsParts } from '../accounts/index.js';
import type { ExportParts, PublishingParts } from '../adoption/index.js';
import type { DirectoryParts } from '../directory/index.js';
import type { EnterpriseParts } from '../enterprise/index.js';
import type { OffersParts } from '../offers/index.js';
import type { RequestContext } from '../platform/context.js';
import type { ProjectsParts } from '../projects/index.js';
import type { TrackingParts } from '../tracking/index.js';
import type { UsageParts } from '../usage/index.js';
import type { WebhookParts } from '../webhooks/index.js';

/** The state that the domains keep in the process, all of it: the context of every request carries it. */
export type AppParts = AccountsParts &
  DirectoryParts &
  OffersParts &
  TrackingParts &
  ProjectsParts &
  PublishingParts &
  ExportParts &
  UsageParts &
  EnterpriseParts &
  WebhookParts;

export type AppContext = RequestContext<AppParts>;
