import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { ListPage } from '../components/ListPage.js';
import { Notice } from '../components/Notice.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { useProducts } from '../products/useProducts.js';
import type { AgentKey } from '../providers/data.enterprise.js';
import type { Product } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { AgentKeyCreateButton } from './AgentKeyCreateButton.js';
import { AGENT_KEY_ACTIONS, AGENT_KEY_COLUMNS } from './agent-key.columns.js';
import { EndingKeys } from './EndingKeys.js';

const STATE = {
  source: 'state',
  label: 'State',
  every: 'Every state',
  choices: [
    ['active', 'live'],
    ['expired', 'expired'],
    ['revoked', 'revoked'],
  ],
} as const;

const NONE: readonly Product[] = [];

/** The keys with which the company's own agents read its reports. */
export function AgentKeyList() {
  const { organization, to } = useOrganization();
  const mayChange = useMayChange();
  const { data: products = NONE } = useProducts();
  const product = useProductFilter();
  return (
    <ListPage<AgentKey>
      title="Agent keys"
      where={organization.name}
      about="With an agent key (“Agent read-only”) an agent of yours reads the report and the actions of one product over MCP. It can’t send, export, approve or change anything. Each key is shown once, ends by itself after 90 days at most, and ends when its creator is no longer an owner or admin."
      create={mayChange && products.length > 0 && <AgentKeyCreateButton products={products} />}
      columns={mayChange ? [...AGENT_KEY_COLUMNS, AGENT_KEY_ACTIONS] : AGENT_KEY_COLUMNS}
      filters={[STATE, product]}
      search="Search agent keys"
      sort={{ field: 'created', order: 'DESC' }}
      to={null}
      empty={
        products.length > 0
          ? { text: 'Agent keys will be listed here, each with the product that it reads and the day of its last use.' }
          : {
              text: 'Agent keys will be listed here, each with the product that it reads. Create a product first.',
              action: mayChange && (
                <Button component={Link} to={to('/products/create')} variant="outlined">
                  Create product
                </Button>
              ),
            }
      }
    >
      <EndingKeys />
      {!mayChange && (
        <Box sx={{ mb: 4 }}>
          <Notice tone="info">
            <AskAdmin what="create or revoke agent keys, since a key reads everything of its product" />
          </Notice>
        </Box>
      )}
    </ListPage>
  );
}
