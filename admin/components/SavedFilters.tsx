import SavedIcon from '@mui/icons-material/BookmarkBorderOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import {
  extractValidSavedQueries,
  type SavedQuery,
  useListContext,
  useNotify,
  useSavedQueries,
  useTranslate,
} from 'react-admin';
import { ToolMenu } from './ToolMenu.js';

const NAME_LENGTH_MAX = 60;

/** Filters and order under a name, remembered in this browser as react-admin's own saved queries. */
export function SavedFilters() {
  const { resource, filterValues, sort, perPage, setFilters, setSort } = useListContext();
  const [stored, setStored] = useSavedQueries(resource);
  const [naming, setNaming] = useState(false);
  const translate = useTranslate();
  const saved = extractValidSavedQueries(stored);
  const notify = useNotify();
  const say = (what: string, name: string) => notify(what, { messageArgs: { name } });
  const remove = (label: string) => {
    setStored(saved.filter((one) => one.label !== label));
    say('saved.removed', label);
  };
  const add = (label: string) => {
    const value = { filter: filterValues, sort, perPage, displayedFilters: [] };
    setStored([...saved.filter((one) => one.label !== label), { label, value }]);
    setNaming(false);
    say('saved.done', label);
  };
  const apply = ({ value }: SavedQuery) => {
    setFilters(value.filter);
    if (value.sort) setSort(value.sort);
  };
  return (
    <>
      <ToolMenu label={translate('saved.title')} icon={SavedIcon}>
        {(close) => [
          ...saved.map((one) => (
            <MenuItem
              key={one.label}
              onClick={() => {
                apply(one);
                close();
              }}
            >
              {one.label}
            </MenuItem>
          )),
          saved.length === 0 && (
            <MenuItem key="none" disabled>
              {translate('saved.none')}
            </MenuItem>
          ),
          <Divider key="divider" />,
          <MenuItem
            key="save"
            onClick={() => {
              close();
              setNaming(true);
            }}
          >
            {translate(saved.length > 0 ? 'saved.edit' : 'saved.save')}
          </MenuItem>,
        ]}
      </ToolMenu>
      {naming && <NameDialog saved={saved} onSave={add} onRemove={remove} onClose={() => setNaming(false)} />}
    </>
  );
}

interface NameDialogProps {
  readonly saved: readonly SavedQuery[];
  readonly onSave: (name: string) => void;
  readonly onRemove: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ saved, onSave, onRemove, onClose }: NameDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name) onSave(name);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>{translate('saved.title')}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            required
            name="name"
            label={translate('saved.name')}
            slotProps={{ htmlInput: { maxLength: NAME_LENGTH_MAX, autoComplete: 'off' } }}
          />
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {saved.map(({ label }) => (
              <Box component="li" key={label} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{label}</Box>
                <IconButton
                  size="small"
                  aria-label={translate('saved.remove', { name: label })}
                  onClick={() => onRemove(label)}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Box>
            ))}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            {translate('act.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {translate('act.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
