import CreatedIcon from '@mui/icons-material/AddCircleOutlineOutlined';
import ArchivedIcon from '@mui/icons-material/ArchiveOutlined';
import NativeIcon from '@mui/icons-material/AssignmentTurnedInOutlined';
import SkillIcon from '@mui/icons-material/AutoStoriesOutlined';
import RevokedIcon from '@mui/icons-material/BlockOutlined';
import UpdatedIcon from '@mui/icons-material/ChangeCircleOutlined';
import GoodIcon from '@mui/icons-material/CheckCircleOutlined';
import CodeIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import EndedIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import DeliveredIcon from '@mui/icons-material/DoneAllOutlined';
import UnchangedIcon from '@mui/icons-material/DragHandleOutlined';
import DraftIcon from '@mui/icons-material/EditNoteOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ExpiredIcon from '@mui/icons-material/EventBusyOutlined';
import HighIcon from '@mui/icons-material/GppMaybeOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import UnfitIcon from '@mui/icons-material/HighlightOffOutlined';
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import LowIcon from '@mui/icons-material/InfoOutlined';
import ConnectionIcon from '@mui/icons-material/LinkOutlined';
import PrivateIcon from '@mui/icons-material/LockOutlined';
import RequestedIcon from '@mui/icons-material/MarkEmailUnreadOutlined';
import ElsewhereIcon from '@mui/icons-material/OpenInNewOutlined';
import PausedIcon from '@mui/icons-material/PauseCircleOutlineOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import SelfReportedIcon from '@mui/icons-material/PersonOutlineOutlined';
import ActivatedIcon from '@mui/icons-material/PlayCircleOutlined';
import PublicIcon from '@mui/icons-material/PublicOutlined';
import ReviewIcon from '@mui/icons-material/RateReviewOutlined';
import RetainedIcon from '@mui/icons-material/RepeatOutlined';
import EndingIcon from '@mui/icons-material/ScheduleOutlined';
import QueuedIcon from '@mui/icons-material/ScheduleSendOutlined';
import AgentIcon from '@mui/icons-material/SmartToyOutlined';
import RunningIcon from '@mui/icons-material/SyncOutlined';
import ApprovedIcon from '@mui/icons-material/ThumbUpAltOutlined';
import TimeOutIcon from '@mui/icons-material/TimerOffOutlined';
import UndoneIcon from '@mui/icons-material/UndoOutlined';
import VerifiedIcon from '@mui/icons-material/VerifiedOutlined';
import UnlistedIcon from '@mui/icons-material/VisibilityOffOutlined';
import ListedIcon from '@mui/icons-material/VisibilityOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type {
  BudgetState,
  CatalogRowOutcome,
  ClaimState,
  CsvImportStatus,
  OwnProject,
  ProductStatus,
  SkillStatus,
  SpendSource,
  UsageReceiptState,
  WebhookMessageState,
  WebhookState,
} from '../providers/generated/operations.js';
import type { Icon, StateTone } from './StateChip.js';

/** How a state is shown: its icon, its tone, its word, and where the word is not enough, its meaning. */
export type Look = readonly [icon: Icon, tone: StateTone, label: string, meaning?: string];
type Looks<State extends string> = Readonly<Record<State, Look>>;

const agentKey: Looks<'live' | 'unused' | 'ending' | 'expired' | 'revoked'> = {
  live: [GoodIcon, 'good', 'live'],
  unused: [WaitingIcon, 'info', 'live, not used yet'],
  ending: [EndingIcon, 'caution', 'ends soon'],
  expired: [ExpiredIcon, 'neutral', 'expired'],
  revoked: [RevokedIcon, 'neutral', 'revoked'],
};
const token: typeof agentKey = { ...agentKey, ending: [EndingIcon, 'caution', 'expires soon'] };

const trackingKey: Looks<'live' | 'live, not used yet' | 'revoked'> = {
  live: [GoodIcon, 'good', 'live'],
  'live, not used yet': [WaitingIcon, 'caution', 'live, not used yet'],
  revoked: [RevokedIcon, 'neutral', 'revoked'],
};

const invitation: Looks<'open' | 'accepted' | 'revoked' | 'expired'> = {
  open: [WaitingIcon, 'info', 'open'],
  accepted: [GoodIcon, 'good', 'accepted'],
  revoked: [RevokedIcon, 'neutral', 'revoked'],
  expired: [TimeOutIcon, 'neutral', 'expired'],
};

const project: Looks<OwnProject['status']> = {
  DRAFT: [DraftIcon, 'caution', 'draft', 'Private; this revision is not approved'],
  APPROVED: [ApprovedIcon, 'info', 'approved', 'You approved this revision; it is not public yet'],
  PUBLISHED: [PublicIcon, 'good', 'published', 'Anyone can read what was published'],
  ARCHIVED: [ArchivedIcon, 'neutral', 'archived', 'Put away for good; nothing of it is public'],
};

/** How far the use of a project's tool is proven. */
const selection: Looks<string> = {
  'self-reported': [SelfReportedIcon, 'neutral', 'self-reported', 'The owner says so; nothing has proven it yet'],
  activated: [ActivatedIcon, 'info', 'activated', 'The vendor’s own authenticated events show a first use'],
  retained: [
    RetainedIcon,
    'good',
    'retained',
    'A separate signal at least seven days later shows that it is still used',
  ],
};

const skill: Looks<SkillStatus> = {
  DRAFT: [PrivateIcon, 'neutral', 'draft', 'Yours alone; its install path is not verified.'],
  VERIFIED: [VerifiedIcon, 'info', 'verified', 'Yours alone; its source was fetched again and is what was imported.'],
  PUBLISHED: [PublicIcon, 'good', 'published', 'Anyone can read it.'],
  SUSPENDED: [PausedIcon, 'bad', 'suspended', 'It was public and is not any more.'],
};

/** How grave a finding in a skill is. */
const severity: Looks<'high' | 'medium' | 'low'> = {
  high: [HighIcon, 'bad', 'high'],
  medium: [WarningIcon, 'caution', 'medium'],
  low: [LowIcon, 'info', 'low'],
};

const claim: Looks<ClaimState> = {
  requested: [RequestedIcon, 'caution', 'requested', 'Asked for; the vendor has not looked at it yet'],
  vendor_review: [ReviewIcon, 'info', 'vendor review', 'The vendor looks at it'],
  approved: [ApprovedIcon, 'info', 'approved', 'The vendor approved it; a code is to follow'],
  code_issued: [CodeIcon, 'info', 'code issued', 'The code is there; it is not redeemed yet'],
  redeemed: [VerifiedIcon, 'good', 'redeemed', 'The vendor confirmed the redemption'],
  rejected: [UnfitIcon, 'bad', 'rejected', 'The vendor refused it'],
  expired: [TimeOutIcon, 'neutral', 'expired', 'Its time ran out'],
  withdrawn: [UndoneIcon, 'neutral', 'withdrawn', 'Withdrawn by the claimant'],
};

const claimWay: Looks<string> = {
  native: [NativeIcon, 'info', 'claimed here', 'A signed-in person claims it; the vendor decides'],
  provider_link: [
    ElsewhereIcon,
    'neutral',
    'at the provider',
    'Taken at the provider: opening its link is no claim and no proof of approval',
  ],
};

/** Whether a company may have an offer, as far as its facts tell. */
const verdict: Looks<string> = {
  eligible: [GoodIcon, 'good', 'eligible'],
  ineligible: [UnfitIcon, 'bad', 'not eligible'],
  unknown: [UnknownIcon, 'caution', 'unknown'],
};
const requirement: Looks<string> = {
  met: [GoodIcon, 'good', 'met'],
  not_met: [UnfitIcon, 'bad', 'not met'],
  unknown: [UnknownIcon, 'caution', 'unknown'],
};

/** Whether the public sees a record. */
const listing: Looks<'listed' | 'unlisted'> = {
  listed: [ListedIcon, 'good', 'listed', 'Everyone finds it'],
  unlisted: [UnlistedIcon, 'caution', 'not listed', 'Hidden from every list; nothing of it is deleted'],
};

const csvImport: Looks<CsvImportStatus> = {
  uploaded: [WaitingIcon, 'caution', 'uploaded', 'Its columns are not mapped yet'],
  checked: [WaitingIcon, 'caution', 'checked', 'It was previewed and not imported'],
  confirmed: [RunningIcon, 'info', 'confirmed', 'It starts within a minute'],
  running: [RunningIcon, 'info', 'running', 'Its rows are being stored'],
  done: [GoodIcon, 'good', 'done', 'Every row was read'],
  failed: [FailedIcon, 'bad', 'failed', 'It ended before its last row'],
};

const catalogImport: Looks<string> = {
  done: [GoodIcon, 'good', 'done'],
  running: [RunningIcon, 'info', 'running'],
  failed: [
    FailedIcon,
    'bad',
    'failed',
    'It ended before its last row; what it took stays. Import the file again: those rows will be unchanged',
  ],
};
const catalogRow: Looks<CatalogRowOutcome> = {
  created: [CreatedIcon, 'good', 'created'],
  updated: [UpdatedIcon, 'info', 'updated'],
  unchanged: [UnchangedIcon, 'neutral', 'unchanged'],
  superseded: [UnchangedIcon, 'neutral', 'superseded', 'A newer version of the same entry is there'],
  held: [WaitingIcon, 'caution', 'held'],
  refused: [FailedIcon, 'bad', 'refused'],
};

/** How far a receipt has come towards the vendor. */
const delivery: Looks<UsageReceiptState> = {
  stored: [PrivateIcon, 'neutral', 'stored for you', 'Only you can see it'],
  waiting: [WaitingIcon, 'caution', 'waits for the queue', 'The queue did not take it yet; it is offered again'],
  queued: [QueuedIcon, 'info', 'queued', 'On its way: no confirmed delivery'],
  delivered: [DeliveredIcon, 'good', 'delivered', 'The vendor has it'],
  failed: [FailedIcon, 'bad', 'delivery failed', 'Every attempt was in vain; you still have it'],
  stopped: [RevokedIcon, 'neutral', 'stopped', 'It was on its way and was stopped; you still have it'],
};

/** How a use ended. */
const use: Looks<'true' | 'false' | 'null'> = {
  true: [GoodIcon, 'good', 'succeeded'],
  false: [FailedIcon, 'bad', 'failed'],
  null: [UnknownIcon, 'neutral', 'not reported'],
};

/** The reporter of an amount: no one here has seen a bill. */
const spendSource: Looks<SpendSource> = {
  user_reported: [PersonIcon, 'neutral', 'reported by you', 'user_reported'],
  agent_reported: [AgentIcon, 'info', 'reported by an agent', 'agent_reported'],
};

/** The kinds of decisions that wait for a person. */
const decision: Looks<'suspended' | 'draft' | 'approved' | 'token' | 'budget' | 'connection' | 'delivery' | 'skill'> = {
  suspended: [PausedIcon, 'bad', 'skill suspended'],
  draft: [ReviewIcon, 'info', 'draft to approve'],
  approved: [GoodIcon, 'good', 'approved, to publish'],
  token: [EndingIcon, 'caution', 'token expires soon'],
  budget: [WarningIcon, 'caution', 'budget nearly used'],
  connection: [ConnectionIcon, 'caution', 'connection ends soon'],
  delivery: [FailedIcon, 'bad', 'delivery failed'],
  skill: [SkillIcon, 'neutral', 'skill to verify'],
};

/** How far the month's charges have come in a budget. */
const budget: Looks<BudgetState> = {
  unknown: [UnknownIcon, 'neutral', 'not known'],
  within: [GoodIcon, 'good', 'within'],
  near: [WarningIcon, 'caution', 'nearly used'],
  reached: [FailedIcon, 'bad', 'used up'],
};

/** How long a submission has waited for a reviewer. */
const age: Looks<'two' | 'five'> = {
  two: [WaitingIcon, 'caution', '2 days', 'It has waited for two days'],
  five: [WarningIcon, 'bad', '5 days', 'It has waited for five days'],
};

/** Whether the events of a product are stored. */
const product: Looks<ProductStatus> = {
  registered: [GoodIcon, 'good', 'registered', 'Its events are stored'],
  ignored: [EndedIcon, 'caution', 'ignored', 'Its events are answered and not stored'],
};

const webhook: Looks<WebhookState> = {
  active: [GoodIcon, 'good', 'active'],
  failing: [WarningIcon, 'bad', 'failing'],
  disabled: [RevokedIcon, 'neutral', 'off'],
};
const webhookMessage: Looks<WebhookMessageState> = {
  waiting: [WaitingIcon, 'caution', 'waiting'],
  delivered: [GoodIcon, 'good', 'delivered'],
  failed: [FailedIcon, 'bad', 'failed'],
};

/** The looks of every state that the workspace shows, by what is in the state. */
const STATES = {
  agentKey,
  token,
  trackingKey,
  invitation,
  project,
  selection,
  skill,
  severity,
  claim,
  claimWay,
  verdict,
  requirement,
  listing,
  csvImport,
  catalogImport,
  catalogRow,
  delivery,
  use,
  spendSource,
  decision,
  budget,
  age,
  product,
  webhook,
  webhookMessage,
};
type States = typeof STATES;
export type Kind = keyof States;
export type StateIn<Of extends Kind> = Extract<keyof States[Of], string>;

/** A state that this workspace does not know is shown as it came. */
export function lookOf<Of extends Kind>(of: Of, state: StateIn<Of>): Look {
  const looks: Readonly<Record<string, Look>> = STATES[of];
  return looks[state] ?? [UnknownIcon, 'neutral', state];
}

/** A state in people's words. */
export const labelOf = <Of extends Kind>(of: Of, state: StateIn<Of>): string => lookOf(of, state)[2];

/** The meaning of a state in a sentence, its word where that says all. */
export function meaningOf<Of extends Kind>(of: Of, state: StateIn<Of>): string {
  const [, , label, meaning = label] = lookOf(of, state);
  return meaning;
}
