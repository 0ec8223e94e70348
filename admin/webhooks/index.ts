import WebhooksIcon from '@mui/icons-material/WebhookOutlined';
import type { Webhook } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { WebhookList } from './WebhookList.js';
import { WebhookShow } from './WebhookShow.js';

/** The addresses to which an organization wants its messages sent. */
export const webhooks: ResourcePages = {
  name: 'webhooks',
  icon: WebhooksIcon,
  list: WebhookList,
  show: WebhookShow,
  recordRepresentation: ({ url }: Webhook) => url,
};
