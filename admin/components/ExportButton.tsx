import CancelIcon from '@mui/icons-material/CloseOutlined';
import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import { BYTE_ORDER_MARK } from '../../server/platform/csv-text.rules.js';
import { useDai } from '../providers/data.js';
import type { Identified } from '../providers/records.js';
import type { DataColumn } from './columns.js';
import { csvOf } from './csv.js';
import { downloadText } from './download.js';
import { useDownload } from './useDownload.js';
import { useScope } from './useScope.js';

/** As many as the service gives at once. */
const PAGE_SIZE = 100;

/** Downloads what the list's filter finds, all pages of it, with every column; it can be cancelled while it reads. */
export function ExportButton<Row extends Identified>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  const { resource, filterValues: filter, sort } = useListContext<Row>();
  const dai = useDai();
  const notify = useNotify();
  const translate = useTranslate();
  const meta = useScope();
  const { read, run, cancel } = useDownload(async (onRead, signal) => {
    const rows: Row[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const pagination = { page, perPage: PAGE_SIZE };
      const part = await dai.getList<Row>(resource, { filter, sort, pagination, meta, signal });
      rows.push(...part.data);
      onRead(rows.length);
      more = part.pageInfo?.hasNextPage ?? false;
    }
    downloadText(`${resource}.csv`, 'text/csv;charset=utf-8', BYTE_ORDER_MARK + csvOf(columns, rows));
    notify('export.done', { messageArgs: { smart_count: rows.length } });
  });
  if (read !== null)
    return (
      <Button size="small" startIcon={<CancelIcon />} onClick={cancel} aria-label={translate('export.cancel')}>
        <span role="status">{translate('export.running', { smart_count: read })}</span>
      </Button>
    );
  return (
    <Tooltip title={translate('export.start')}>
      <IconButton
        size="small"
        aria-label={translate('export.start')}
        onClick={() => void run()}
        sx={{ width: 36, height: 36 }}
      >
        <ExportIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
