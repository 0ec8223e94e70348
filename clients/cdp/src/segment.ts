import type { CdpMapping } from '../../../server/tracking/cdp/cdp-event.rules.js';
import { createDestination } from './destination.js';

/** Settings of a destination function: texts, as Segment stores them; lists are divided by commas. */
interface Settings {
  readonly apiUrl: string;
  readonly trackingKey: string;
  readonly productId: string;
  readonly productName: string;
  readonly productType: string;
  readonly family?: string;
  readonly keep?: string;
}

type ErrorClass = new (message: string) => Error;
/** Segment tries an event again after a RetryError, and drops it after the others. */
declare const RetryError: ErrorClass;
declare const EventNotSupported: ErrorClass;
declare const InvalidEventPayload: ErrorClass;

async function onCall(call: unknown, settings: Settings): Promise<void> {
  const outcome = await createDestination({
    url: settings.apiUrl,
    key: settings.trackingKey,
    product: { id: settings.productId, name: settings.productName, type: settings.productType },
    ...(settings.family ? { family: settings.family as NonNullable<CdpMapping['family']> } : {}),
    ...(settings.keep ? { keep: settings.keep.split(',').map((name) => name.trim()) } : {}),
  }).send(call);
  if (outcome.kind === 'retry') throw new RetryError(outcome.detail);
  if (outcome.kind === 'not_an_event') throw new EventNotSupported(outcome.type);
  if (outcome.kind === 'refused') throw new InvalidEventPayload(outcome.detail);
}

// One handler for each type of call in a destination function of Segment.
export async function onTrack(call: unknown, settings: Settings): Promise<void> {
  await onCall(call, settings);
}
export async function onIdentify(call: unknown, settings: Settings): Promise<void> {
  await onCall(call, settings);
}
export async function onPage(call: unknown, settings: Settings): Promise<void> {
  await onCall(call, settings);
}
export async function onScreen(call: unknown, settings: Settings): Promise<void> {
  await onCall(call, settings);
}
export async function onGroup(call: unknown, settings: Settings): Promise<void> {
  await onCall(call, settings);
}
export async function onAlias(call: unknown, settings: Settings): Promise<void> {
  await onCall(call, settings);
}
