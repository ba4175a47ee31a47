import { endsWithin } from '../bulkhead/ends-within.ts';
import type { Resource } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../logger.ts';

/** Spans that wait for their export; further ones are dropped. */
const QUEUED_SPANS_MAX = 8_192;
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 3_000;
/** Time for the last spans at a shutdown, beside which the process has time for its other resources. */
const FLUSH_MS_MAX = 5_000;

export interface TraceExportConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/**
 * Exports spans to an OpenTelemetry collector. Without an endpoint nothing is loaded or recorded. A trace that the caller
 * records is recorded; of all other traces the configured share.
 */
export function createTraceExport(service: string, config: TraceExportConfig, logger: Logger): Resource {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return { name: 'trace-export' };
  let shutdown = async (): Promise<void> => Promise.resolve();
  return {
    name: 'trace-export',
    start: async () => {
      shutdown = await startExport(service, endpoint, share);
      logger.info({ endpoint, share }, 'traces are exported');
    },
    stop: async () => {
      const isFlushed = await endsWithin(shutdown(), FLUSH_MS_MAX);
      if (!isFlushed) logger.warn('the last spans were not exported');
    },
  };
}

/** Loads the SDK, which takes half a second, and registers it. Returns the function that flushes and ends it. */
async function startExport(service: string, endpoint: string, share: number): Promise<() => Promise<void>> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUED_SPANS_MAX,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const sdk = new NodeSDK({
    serviceName: service,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [batches],
    // Metrics and logs have their own ways out of the process.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  return async () => sdk.shutdown();
}
