import SavedIcon from '@mui/icons-material/BookmarkBorderOutlined';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { ToolMenu } from '../components/ToolMenu.js';
import { useScope } from '../components/useScope.js';
import type { AdoptionPage, AdoptionView, SaveViewInput } from '../providers/generated/operations.js';
import { SaveViewDialog } from './SaveViewDialog.js';

export interface SavedViewsProps {
  readonly page: AdoptionPage;
  /** The settings that the page shows now. */
  readonly parameters: SaveViewInput['parameters'];
  readonly onOpen: (parameters: AdoptionView['parameters']) => void;
}

/** Windows and filters of a page under a name, one's own and those that are shared with every member. */
export function SavedViews({ page, parameters, onOpen }: SavedViewsProps) {
  const [naming, setNaming] = useState(false);
  const { data = [] } = useGetList<AdoptionView>('saved-views', { meta: useScope() });
  const views = data.filter((view) => view.page === page);
  return (
    <>
      <ToolMenu label="Saved views" icon={SavedIcon}>
        {(close) => [
          ...views.map((view) => (
            <MenuItem
              key={view.id}
              onClick={() => {
                onOpen(view.parameters);
                close();
              }}
            >
              {view.shared ? `${view.name} (shared)` : view.name}
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
            {views.length > 0 ? 'Save or delete a view…' : 'Save this view…'}
          </MenuItem>,
        ]}
      </ToolMenu>
      {naming && <SaveViewDialog page={page} parameters={parameters} views={views} onClose={() => setNaming(false)} />}
    </>
  );
}
