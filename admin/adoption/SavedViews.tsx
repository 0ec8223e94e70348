import SavedIcon from '@mui/icons-material/BookmarkBorderOutlined';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { ToolMenu } from '../components/ToolMenu.js';
import { useScope } from '../components/useScope.js';
import { AdoptionPage, type AdoptionView } from '../providers/generated/operations.js';
import { SaveViewDialog } from './SaveViewDialog.js';
import { useAdoptionQuestion } from './useAdoption.js';

/** What a view sets, as the page's address has it; whatever it leaves open is taken away. */
const addressOf = ({ days, from, to, productId, family }: AdoptionView['parameters']) => ({
  period: days ? String(days) : null,
  from,
  to,
  product: productId,
  family,
});

/** Windows and filters under a name, one's own and those that are shared with every member. */
export function SavedViews() {
  const { set } = useAdoptionQuestion();
  const [naming, setNaming] = useState(false);
  const { data = [] } = useGetList<AdoptionView>('saved-views', { meta: useScope() });
  const views = data.filter(({ page }) => page === AdoptionPage.overview);
  return (
    <>
      <ToolMenu label="Saved views" icon={SavedIcon}>
        {(close) => [
          ...views.map(({ id, name, shared, parameters }) => (
            <MenuItem
              key={id}
              onClick={() => {
                set(addressOf(parameters));
                close();
              }}
            >
              {shared ? `${name} (shared)` : name}
            </MenuItem>
          )),
          <Divider key="divider" />,
          <MenuItem
            key="save"
            onClick={() => {
              close();
              setNaming(true);
            }}
          >
            Save view…
          </MenuItem>,
        ]}
      </ToolMenu>
      {naming && <SaveViewDialog views={views} onClose={() => setNaming(false)} />}
    </>
  );
}
