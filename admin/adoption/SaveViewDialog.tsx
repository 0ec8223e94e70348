import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId } from 'react';
import { useNotify } from 'react-admin';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { AdoptionView } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import type { SavedViewsProps } from './SavedViews.js';

const NAME_LENGTH_MAX = 80;

interface SaveViewDialogProps extends Pick<SavedViewsProps, 'page' | 'parameters'> {
  readonly views: readonly AdoptionView[];
  readonly onClose: () => void;
}

/** Stores what the page shows under a name, which replaces a view of that name; and deletes views. */
export function SaveViewDialog({ page, parameters, views, onClose }: SaveViewDialogProps) {
  const { organizationId } = useOrganization();
  const mayShare = useMayChange();
  const dai = useDai();
  const save = useApiMutation(dai.saveView, ['saved-views']);
  const remove = useApiMutation(dai.deleteView, ['saved-views']);
  const titleId = useId();
  const notify = useNotify();
  const say = (what: string, name: string) => notify(what, { messageArgs: { name } });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name') ?? '').trim();
    const { done } = await save.run({
      organizationId,
      page,
      name,
      shared: form.get('shared') === 'on',
      parameters,
    });
    if (!done) return;
    onClose();
    say('saved.done', name);
  };
  const drop = async ({ id, name }: AdoptionView) => {
    if (!remove.busy && (await remove.run({ organizationId, viewId: id })).done) say('saved.removed', name);
  };
  const problem = save.problem ?? remove.problem;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>Saved views</DialogTitle>
        <DialogContent>
          {problem && <ProblemNotice problem={problem} />}
          <TextField
            autoFocus
            required
            name="name"
            label="Name of the view"
            slotProps={{ htmlInput: { maxLength: NAME_LENGTH_MAX, autoComplete: 'off' } }}
          />
          {mayShare && <FormControlLabel control={<Checkbox name="shared" />} label="Share with every member" />}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {views.map((view) => (
              <Box component="li" key={view.id} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{view.name}</Box>
                {(mayShare || !view.shared) && (
                  <IconButton size="small" aria-label={`Delete view ${view.name}`} onClick={() => void drop(view)}>
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                )}
              </Box>
            ))}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={save.busy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
