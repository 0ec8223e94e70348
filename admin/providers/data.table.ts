import { bind, type Methods, type MutationParams, present } from './binding.js';
import { directoryTable } from './data.directory.js';
import { eventRecords } from './data.events.js';
import { homeRecords } from './data.home.js';
import { spendingTable } from './data.spending.js';
import { tokensTable } from './data.tokens.js';
import * as schema from './generated/operations.js';

/** Resource × method → one operation of the schema: the whole of what the screens can ask. */
export const table: Record<string, Methods> = {
  ...directoryTable,
  ...eventRecords,
  ...homeRecords,
  ...tokensTable,
  ...spendingTable,
  organizations: {
    create: bind(
      schema.CreateOrganization,
      ({ data, meta }: MutationParams<schema.CreateOrganizationInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.createOrganization) }),
    ),
  },
};
