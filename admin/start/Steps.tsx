import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { MutationForm } from '../components/MutationForm.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { KeyCreateButton } from '../keys/KeyCreateButton.js';
import { ProductIdInput, ProductNaming } from '../products/ProductFields.js';
import { useCreateProduct } from '../products/useCreateProduct.js';
import type { Product } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { useSession } from '../workspace/useSession.js';
import { CoverageStep } from './CoverageStep.js';
import { DryRunStep } from './DryRunStep.js';
import { Snippets } from './Snippets.js';
import { Step } from './Step.js';
import { type Progress, useProgress } from './useProgress.js';

/** The five steps for one product, or for none yet. */
export function Steps({ product }: { product: Product | undefined }) {
  const progress = useProgress(product);
  const { done, keys, coverage } = progress;
  const mayChange = useMayChange();
  // A key that is created waits for its first use, and nothing more is to be done about it here.
  const next = done.findIndex((one, index) => !one && !(index === 1 && keys.length > 0));
  const step = (number: number) => ({
    number,
    done: done[number - 1] ?? false,
    current: next === number - 1,
    waiting: number === 2 && keys.length > 0,
  });
  const apiUrl = useSession()?.apiUrl;
  const place = product && apiUrl ? { baseUrl: apiUrl, product } : undefined;
  return (
    <Box component="ol" sx={STEPS}>
      <Step
        {...step(1)}
        title="Name your product"
        fact={product ? `${product.name}, with the id ${product.productId}.` : 'What will you send events for?'}
      >
        {product ? (
          <p>Your events name the product by this id.</p>
        ) : mayChange ? (
          <NameProduct />
        ) : (
          <AskAdmin what="name a product" />
        )}
      </Step>
      <Step {...step(2)} title="Store a key on your server" fact={keyFact(progress)}>
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
          <Typography>
            Your server reads the key from its environment, as <code>SERVICE_ADOPTION_KEY</code>. It is shown once, when
            it is created, and never belongs in a browser.
          </Typography>
          {product &&
            keys.length === 0 &&
            (mayChange ? <KeyCreateButton products={[product]} /> : <AskAdmin what="create a key" />)}
        </Box>
      </Step>
      <Step {...step(3)} stays title="Send a dry-run" fact={<DryRunFact progress={progress} />}>
        {place ? <DryRunStep place={place} /> : <Later />}
      </Step>
      <Step {...step(4)} title="See the first event" fact={<FirstEvent progress={progress} />}>
        {place ? <Snippets place={place} /> : <Later />}
      </Step>
      <Step {...step(5)} title="Send what comes next" fact={coverageFact(progress)}>
        {place ? <CoverageStep coverage={coverage} /> : <Later />}
      </Step>
    </Box>
  );
}

/** A long line of a snippet scrolls inside its step. */
const STEPS = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  maxWidth: 860,
};

function NameProduct() {
  const mutation = useCreateProduct();
  return (
    <Box sx={{ maxWidth: 480 }}>
      <MutationForm mutation={mutation} submit="Create product" record={{ type: 'api' }} onDone={() => undefined}>
        <ProductIdInput />
        <ProductNaming />
      </MutationForm>
    </Box>
  );
}

const Later = () => <Typography>This is filled in as soon as the product has a name.</Typography>;

function DryRunFact({ progress: { acceptedAt, lastEvent } }: { progress: Progress }) {
  if (lastEvent) return 'The first event was stored, so the payload is right.';
  if (acceptedAt === null) return 'Validates your payload and stores nothing.';
  return (
    <>
      Accepted <TimeAgo at={acceptedAt} />; nothing was stored.
    </>
  );
}

function FirstEvent({ progress: { lastEvent, done } }: { progress: Progress }) {
  return (
    <span role="status">
      {lastEvent ? (
        <>
          <code>{lastEvent.event_name}</code> came <TimeAgo at={lastEvent.receivedAt} />.
        </>
      ) : done[0] ? (
        'Waiting for it: it appears here by itself.'
      ) : (
        'It will appear here by itself.'
      )}
    </span>
  );
}

function keyFact({ keys, keyUsed, lastEvent }: Progress): string {
  if (keyUsed) return `${keyUsed.name} (${keyUsed.hint}) is in use.`;
  if (lastEvent) return 'A key was used.';
  const [created] = keys;
  return created ? `${created.name} (${created.hint}) is created and not used yet.` : 'No key is created yet.';
}

function coverageFact({ coverage }: Progress): string {
  if (!coverage) return 'Seven kinds of events make the picture whole.';
  const arriving = coverage.areas.filter((area) => area.arriving).length;
  return `${arriving} of ${coverage.areas.length} areas are arriving.`;
}
