import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { problemOfField } from '../components/fields.js';
import { Page } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { Waiting } from '../components/Waiting.js';
import type { SkillImport as Read } from '../providers/generated/operations.js';
import { ImportPreview } from './ImportPreview.js';
import { useSkillPreview } from './useSkillImport.js';

/** The longest address that the service takes. */
const ADDRESS_LENGTH_MAX = 2_048;

/** The reading on the page, and the one before of the same address; each reading has a number, so that none stands in for another. */
interface Shown {
  readonly number: number;
  readonly read: Read;
  readonly before: Read | null;
}

/** Reads a SKILL.md at an address that a person gives, shows everything about it, and keeps it if they say so. */
export function SkillImport() {
  // An address in the link is filled in, never fetched: that is the person's own act.
  const [search] = useSearchParams();
  const [address, setAddress] = useState(search.get('url') ?? '');
  const [shown, setShown] = useState<Shown | null>(null);
  const preview = useSkillPreview();
  const read = async (skillUrl: string, before: Read | null) => {
    const outcome = await preview.run(skillUrl);
    const number = (shown?.number ?? 0) + 1;
    setShown(outcome.done ? { number, read: outcome.answer, before } : null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void read(address.trim(), null);
  };
  const refused = problemOfField(preview.problem, 'skillUrl');
  return (
    <Page
      title="Import skill"
      above={<BackTo to="/me/skills">Skills</BackTo>}
      summary="Give the address of a public SKILL.md. It is read and checked, and nothing is stored before you say so. Its text is data: nothing in it is run or followed."
    >
      <Box component="form" noValidate onSubmit={submit} sx={FORM}>
        <TextField
          label="Address of the SKILL.md"
          placeholder="https://github.com/owner/repository/blob/main/skills/name/SKILL.md"
          value={address}
          margin="none"
          error={refused !== null}
          helperText={refused ?? 'https, a public file, at most 256 KiB. A github.com page of the file will do.'}
          onChange={(event) => setAddress(event.target.value)}
          slotProps={{
            htmlInput: { maxLength: ADDRESS_LENGTH_MAX, type: 'url', autoComplete: 'off', spellCheck: false },
          }}
        />
        <Button
          type="submit"
          variant={shown?.read.validation.valid ? 'outlined' : 'contained'}
          disabled={address.trim() === ''}
          loading={preview.busy}
          loadingPosition="start"
        >
          Preview import
        </Button>
      </Box>
      {preview.problem && !refused && <ProblemNotice problem={preview.problem} />}
      {preview.busy && <Waiting what="preview" rows={8} />}
      {shown && !preview.busy && (
        <ImportPreview
          key={shown.number}
          read={shown.read}
          before={shown.before}
          onReadAgain={() => void read(shown.read.skill.sourceUrl, shown.read)}
        />
      )}
    </Page>
  );
}

const FORM = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  gap: 3,
  alignItems: 'start',
  maxWidth: 880,
  mb: 6,
};
