import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { type DataColumn, isHideable, useHiddenColumns } from './columns.js';
import { ToolMenu } from './ToolMenu.js';

/** Which columns a list shows. */
export function ColumnMenu<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  const translate = useTranslate();
  const { hidden, toggle, showAll } = useHiddenColumns(columns);
  return (
    <ToolMenu label={translate('columns.choose')} icon={ColumnsIcon}>
      {() => [
        ...columns.filter(isHideable).map(({ source, label }) => (
          <MenuItem
            key={source}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(source)}
            onClick={() => toggle(source)}
          >
            <Checkbox
              size="small"
              checked={!hidden.includes(source)}
              tabIndex={-1}
              disableRipple
              sx={{ p: 0, mr: 2 }}
              slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
            />
            {label}
          </MenuItem>
        )),
        <Divider key="divider" />,
        <MenuItem key="all" disabled={hidden.length === 0} onClick={showAll}>
          {translate('columns.reset')}
        </MenuItem>,
      ]}
    </ToolMenu>
  );
}
