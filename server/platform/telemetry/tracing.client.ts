import { register } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK, type NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import { serviceName } from '../config.js';

/** A collector that is away must not hold up the end of the process. */
const END_MS = 3_000;

/**
 * The attributes that may leave: the shape of a request or a statement, and how it ended. Addresses with their values, statements (a value may
 * stand in one), error texts and the caller's identity stay here.
 */
const SENT = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'server.address',
  'server.port',
  'network.protocol.version',
  'error.type',
  'db.system.name',
  'db.namespace',
  'db.operation.name',
  'db.response.status_code',
  'express.type',
]);

type Exporter = NodeSDKConfiguration['traceExporter'];
type Span = Parameters<Exporter['export']>[0][number];

const withoutValues = (span: Span): Span =>
  Object.create(span, {
    attributes: { value: Object.fromEntries(Object.entries(span.attributes).filter(([name]) => SENT.has(name))) },
    status: { value: { code: span.status.code } },
    events: { value: [] },
  });

/** Spans of requests, statements and outbound calls, to the collector that the standard's variables name. Answers what sends the rest and ends. */
export function openTracing(): () => Promise<void> {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const collector = new OTLPTraceExporter();
  const traceExporter: Exporter = {
    export: (spans, done) => collector.export(spans.map(withoutValues), done),
    forceFlush: () => collector.forceFlush(),
    shutdown: () => collector.shutdown(),
  };
  const sdk = new NodeSDK({
    traceExporter,
    serviceName: serviceName(),
    autoDetectResources: false, // it would tell the command line and the account
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => /^\/(healthz|readyz|metrics)\b/.test(url),
      }),
      new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  sdk.start();
  return async () => {
    await Promise.race([sdk.shutdown().catch(() => undefined), pause(END_MS, undefined, { ref: false })]);
  };
}
