import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { useKeys } from '../components/keys.js';
import { Notice } from '../components/Notice.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { Spelled } from '../components/Spelled.js';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';
import { QUEUE } from '../workspace/sections.js';
import { ActDialog } from './ActDialog.js';
import { EarlierDecisions, RequestSince, useBackground } from './Background.js';
import { CheckList } from './CheckList.js';
import { CommentForm } from './CommentForm.js';
import { type Decided, DecidedLine } from './DecidedLine.js';
import { DecisionBar } from './DecisionBar.js';
import { DomainState } from './DomainState.js';
import { DraftRecords } from './DraftRecords.js';
import { actsFor, type IntakeAct } from './intake.acts.js';
import { actLabel, actorLabel, kindLabel, reasonOf } from './intake.labels.js';
import { PassportListing } from './PassportListing.js';
import { ReviewSide } from './ReviewSide.js';
import { SubmittedContent } from './SubmittedContent.js';
import { Timeline } from './Timeline.js';
import { useHeldItem } from './useHeldItem.js';
import { useNeighbours } from './useNeighbours.js';

/** One submission, decided about; the next one is another page with its own heading. */
export function IntakeShow() {
  const { id = '' } = useParams();
  return <Review key={id} id={id} />;
}

function Review({ id }: { id: string }) {
  const { query, newer, reload, show } = useHeldItem(id);
  const { data: item } = query;
  return (
    <>
      {item ? (
        <Item item={item} newer={newer} onReload={() => void reload()} onShow={show} />
      ) : (
        <Page title="Submission" where="Review" above={<BackTo to={QUEUE}>Queue</BackTo>}>
          <QueryState query={query} what="submission" rows={8}>
            {() => null}
          </QueryState>
        </Page>
      )}
    </>
  );
}

interface ItemProps {
  readonly item: IntakeSubmissionItem;
  readonly newer: IntakeSubmissionItem | null;
  readonly onReload: () => void;
  readonly onShow: (answer: IntakeSubmissionItem) => void;
}

function Item({ item, newer, onReload, onShow }: ItemProps) {
  const [act, setAct] = useState<IntakeAct | null>(null);
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const commentField = useRef<HTMLTextAreaElement>(null);
  const background = useBackground(item);
  const navigate = useNavigate();
  const location = useLocation();
  const { previous, next, place, total } = useNeighbours(item.id);
  const toQueue = () => navigate(QUEUE);
  const go = (row: { id: string } | undefined) => row && navigate(`${QUEUE}/${row.id}`);
  const decide = (done: IntakeAct, answer: IntakeSubmissionItem) => {
    const { id, revision, title } = item;
    const decided: Decided = { id, title, revision, done: done.done };
    onShow(answer);
    navigate(next ? `${QUEUE}/${next.id}` : QUEUE, { state: { decided } });
  };
  useKeys([
    { key: 'j', label: 'Next submission', run: () => go(next) },
    { key: 'k', label: 'Previous submission', run: () => go(previous) },
    { key: 'o', label: 'Back to the queue', run: toQueue },
    ...actsFor(item).map((one) => ({
      key: one.key,
      label: one.label(item),
      run: () => {
        if (!newer) setAct(one);
      },
    })),
    { key: 'c', label: 'Comment', run: () => commentField.current?.focus() },
    {
      key: 't',
      label: 'Take it, or give it back',
      run: () => document.querySelector<HTMLElement>('[data-act=take]')?.click(),
    },
  ]);
  return (
    <Page
      title={item.title}
      where="Review"
      above={<BackTo to={QUEUE}>Queue</BackTo>}
      summary={
        <>
          {kindLabel(item.kind)} of <bdi>{item.organizationName}</bdi> (<Spelled text={item.organizationDomain} />
          ): {reasonOf(item)}.
        </>
      }
      action={
        <Box
          component="nav"
          aria-label="Submissions"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
        >
          {place > 0 && (
            <Box component="span" sx={{ color: 'var(--muted)' }}>
              {place} of {total ?? '…'}
            </Box>
          )}
          <Step label="Previous" row={previous} />
          <Step label="Next" row={next} />
        </Box>
      }
    >
      <DecidedLine decided={(location.state as { decided?: Decided } | null)?.decided} />
      {newer && <Newer seen={item} newest={newer} onReload={onReload} />}
      {background && <RequestSince request={background.request} />}
      <Box sx={COLUMNS}>
        <Box sx={{ minWidth: 0, gridArea: 'left' }}>
          <CheckList checks={item.checks} />
          <SubmittedContent item={item} />
        </Box>
        <Box sx={{ minWidth: 0, gridArea: 'middle' }}>
          <DraftRecords item={item} />
        </Box>
        <Box sx={{ minWidth: 0, gridArea: 'right' }}>
          <ReviewSide item={item} onChanged={onShow} />
          <DomainState item={item} />
          {background && <EarlierDecisions earlier={background.earlier} />}
          <PassportListing item={item} onReload={onReload} />
          <CommentForm id={item.id} text={comment} onText={setComment} field={commentField} onChanged={onShow} />
          <Timeline item={item} />
        </Box>
      </Box>
      <DecisionBar item={item} stale={newer !== null} onAct={setAct} />
      {act && (
        <ActDialog
          act={act}
          item={item}
          reason={reason}
          onReason={setReason}
          onDone={(answer) => decide(act, answer)}
          onReload={() => {
            setAct(null);
            onReload();
          }}
          onClose={() => setAct(null)}
        />
      )}
    </Page>
  );
}

function Step({ label, row }: { label: string; row: { id: string; title: string } | undefined }) {
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={!row}
      {...(row ? { component: Link, to: `${QUEUE}/${row.id}`, title: row.title } : {})}
    >
      {label}
    </Button>
  );
}

/** Says who changed what meanwhile; what was written stays. */
function Newer({
  seen,
  newest,
  onReload,
}: {
  seen: IntakeSubmissionItem;
  newest: IntakeSubmissionItem;
  onReload: () => void;
}) {
  const since = newest.history.slice(seen.history.length);
  return (
    <Box sx={{ mb: 5 }}>
      <Notice
        tone="caution"
        urgent
        action={
          <Button size="small" variant="contained" onClick={onReload}>
            Show revision {newest.revision}
          </Button>
        }
      >
        <strong>This has changed while you looked at it.</strong>{' '}
        {since.map((step) => `${actorLabel(step)} ${actLabel(step.action)}.`).join(' ')} Below stands revision{' '}
        {seen.revision}; what you wrote stays.
      </Notice>
    </Box>
  );
}

/** Three columns where there is room, the side beside the rest on a smaller screen, and one column on a phone. */
const COLUMNS = {
  display: 'grid',
  alignItems: 'start',
  columnGap: 5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 240px', lg: 'minmax(0, 4fr) minmax(0, 5fr) 240px' },
  gridTemplateAreas: { xs: '"left" "middle" "right"', md: '"left right" "middle right"', lg: '"left middle right"' },
};
