import NextIcon from '@mui/icons-material/KeyboardArrowDownOutlined';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUpOutlined';
import IconButton from '@mui/material/IconButton';
import { usePrevNextController, useResourceContext, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { useKeys } from './keys.js';
import { listKeyOf, useScope } from './useScope.js';

/** The way to the record before and after the one in context, in the order in which the list was left. */
export function RecordSteps() {
  const resource = useResourceContext();
  const meta = useScope();
  const navigate = useNavigate();
  const { search } = useLocation();
  const translate = useTranslate();
  const { prevPath, nextPath } = usePrevNextController({
    // A record's own page is what react-admin's paths call `edit` (workspace/Resource).
    linkType: 'edit',
    limit: PAGE_SIZE,
    storeKey: listKeyOf(resource ?? '', meta),
    queryOptions: { meta, staleTime: FRESH_MS },
  });
  const go = (path: string | undefined) => path && navigate({ pathname: path, search });
  const steps = [
    { key: 'k', label: translate('panel.previous'), path: prevPath, icon: PreviousIcon },
    { key: 'j', label: translate('panel.next'), path: nextPath, icon: NextIcon },
  ] as const;
  useKeys(steps.toReversed().map(({ key, label, path }) => ({ key, label, run: () => go(path) })));
  return steps.map(({ key, label, path, icon: Drawn }) => (
    <IconButton key={key} size="small" aria-label={label} disabled={!path} onClick={() => go(path)}>
      <Drawn fontSize="small" />
    </IconButton>
  ));
}

/** As many as the service gives at once; what the list has loaded is found without asking. */
const PAGE_SIZE = 100;
const FRESH_MS = 5 * 60_000;
