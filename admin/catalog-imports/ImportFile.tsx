import FileIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { CatalogImport } from '../providers/generated/operations.js';
import type { ImportOrder, ImportReport } from '../providers/imports.js';
import { CatalogPreview } from './CatalogPreview.js';
import { Counts } from './Counts.js';
import { FORMATS, type FormatName } from './formats.js';

/** Takes a file, previews it, and imports it once the preview was read; another file or format starts over. */
export function ImportFile({ running }: { running: CatalogImport | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [format, setFormat] = useState<FormatName>('mcp-registry');
  const [file, setFile] = useState<File | null>(null);
  const [asOf, setAsOf] = useState('');
  const [accepted, setAccepted] = useState(0);
  const acceptHeld = accepted > 0;
  const [preview, setPreview] = useState<ImportReport | null>(null);
  const { importCatalogFile } = useDai();
  const navigate = useNavigate();
  const mutation = useApiMutation(importCatalogFile, [
    'catalog-imports',
    'catalog-tools',
    'catalog-offers',
    'directory',
    'offers',
  ]);
  const startOver = () => {
    mutation.reset();
    setPreview(null);
    setAccepted(0);
  };
  const order = (dryRun: boolean, accepts: boolean): ImportOrder | null =>
    file && { format, file, asOf: format === 'npm-downloads' && asOf ? asOf : null, dryRun, acceptHeld: accepts };
  const readPreview = async (held: number) => {
    setAccepted(held);
    const data = order(true, held > 0);
    if (!data) return;
    setPreview(null);
    const outcome = await mutation.run(data);
    if (outcome.done) setPreview(outcome.answer);
  };
  const bringIn = async () => {
    const data = order(false, acceptHeld);
    if (!data) return;
    const outcome = await mutation.run(data);
    if (outcome.done && outcome.answer.id) navigate(`/review/catalog-imports/${outcome.answer.id}`);
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-start' }}>
        <TextField
          select
          label="Format"
          value={format}
          margin="none"
          helperText={FORMATS.find(([name]) => name === format)?.[2]}
          onChange={(event) => {
            startOver();
            setFormat(FORMATS.find(([name]) => name === event.target.value)?.[0] ?? format);
          }}
          slotProps={{ select: { MenuProps: { disablePortal: true } } }}
          sx={{ width: 280 }}
        >
          {FORMATS.map(([name, label]) => (
            <MenuItem key={name} value={name}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {format === 'npm-downloads' && (
          <TextField
            label="Figures of"
            type="date"
            value={asOf}
            margin="none"
            helperText="Where the file doesn’t say"
            onChange={(event) => {
              startOver();
              setAsOf(event.target.value);
            }}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ width: 180 }}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', minHeight: 40 }}>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="File"
            onChange={(event) => {
              startOver();
              setFile(event.target.files?.[0] ?? null);
            }}
          />
          <Button variant="outlined" startIcon={<FileIcon />} onClick={() => input.current?.click()}>
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
          <span>
            {file ? `${file.name}, ${Math.ceil(file.size / 1024).toLocaleString('en')} KiB` : 'at most 10 MiB'}
          </span>
        </Box>
      </Box>
      {running && mutation.busy && <Counts counted={running} label={`Importing ${running.fileName}`} />}
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
      {preview ? (
        <CatalogPreview
          report={preview}
          busy={mutation.busy}
          accepted={accepted}
          onImport={() => void bringIn()}
          onAcceptHeld={() => void readPreview(preview.held)}
        />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', justifyContent: 'flex-end' }}>
          <Typography color="textSecondary" sx={{ flex: '1 1 240px' }}>
            The preview shows what the import would do with each row, and stores nothing.
          </Typography>
          <Button
            variant="contained"
            disabled={file === null}
            loading={mutation.busy}
            loadingPosition="start"
            onClick={() => void readPreview(0)}
          >
            Preview import
          </Button>
        </Box>
      )}
    </Box>
  );
}
