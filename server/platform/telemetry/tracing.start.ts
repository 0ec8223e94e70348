import { isTraced } from '../config.js';

/**
 * Starts traces where OpenTelemetry's own variables name a collector (decision 0040), and answers what ends them. To be called before what is
 * traced is loaded: the libraries are watched as they are imported. Without a collector no part of OpenTelemetry is loaded.
 */
export async function startTracing(): Promise<() => Promise<void>> {
  if (!isTraced()) return () => Promise.resolve();
  const { openTracing } = await import('./tracing.client.js');
  return openTracing();
}
