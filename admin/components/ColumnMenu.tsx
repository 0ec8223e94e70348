import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { type DataColumn, isHideable, useShownColumns } from './columns.js';
import { ToolMenu } from './ToolMenu.js';

/** Chooses the columns that a list shows. */
export function ColumnMenu<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  const translate = useTranslate();
  const { shown, toggle, showAll } = useShownColumns(columns);
  const isShown = (source: string) => shown.some((column) => column.source === source);
  return (
    <ToolMenu label={translate('columns.choose')} icon={ColumnsIcon}>
      {() => [
        ...columns.filter(isHideable).map(({ source, label }) => (
          <MenuItem key={source} role="menuitemcheckbox" aria-checked={isShown(source)} onClick={() => toggle(source)}>
            <Checkbox
              size="small"
              checked={isShown(source)}
              tabIndex={-1}
              disableRipple
              sx={{ p: 0, mr: 2 }}
              slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
            />
            {label}
          </MenuItem>
        )),
        <Divider key="divider" />,
        <MenuItem key="all" disabled={shown.length === columns.length} onClick={showAll}>
          {translate('columns.reset')}
        </MenuItem>,
      ]}
    </ToolMenu>
  );
}
