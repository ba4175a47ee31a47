export { bindRpc } from './bind-rpc.ts';
export type { BoundService } from './bind-rpc.ts';
export { currentCall, currentScope, requireWorkspaceId, withCall, withScope } from './scope.ts';
export type { CallContext, IdempotencyTag, Principal } from './call-context.ts';
export { newId, systemClock, systemTimer, timeOfId } from './clock-and-ids.ts';
export type { Clock, NewId } from './clock-and-ids.ts';
export {
  backendAddress,
  ConfigError,
  defineConfig,
  grpcConfig,
  hostAndPort,
  identityConfig,
  keyConfig,
  mongoConfig,
  natsConfig,
  parseConfig,
  processConfig,
  processEnvironment,
  rolesConfig,
  schemaConfig,
  tlsConfig,
  trackingConfig,
  workerAddress,
} from './config.ts';
export type { Config, ConfigDefinition, ConfigOf, Role } from './config.ts';
export { connectRpc } from './grpc-client.ts';
export type { RpcClientOptions, RpcConnection } from './grpc-client.ts';
export { tlsFilesOf } from './grpc-tls.ts';
export type { TlsFiles } from './grpc-tls.ts';
export { loadProto } from './grpc-introspection.ts';
export { createGrpcServer } from './grpc-server.ts';
export type { GrpcServer, GrpcServerOptions } from './grpc-server.ts';
export { createIdentitySigner, createIdentityVerifier } from './identity.ts';
export type { IdentitySigner, IdentityVerifier } from './identity.ts';
export type { Job, Resource, StartableResource } from './lifecycle.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { listenOn } from './metrics-server.ts';
export { counter, gauge, histogram, metrics } from './metrics.ts';
export { readAtScrape, scrape } from './scrape.ts';
export { effectCommand, NOTHING, preparedCommand } from './rpc.ts';
export type {
  CommandOutcome,
  CommandRunner,
  EffectSteps,
  Handler,
  MethodsOf,
  Received,
  ReplyCodec,
  RequiredScope,
  ResponseOf,
  RpcClient,
  RpcTable,
} from './rpc.ts';
export type { PageOf, PageRequest } from './paging.ts';
export { run } from './run.ts';
export type { App } from './run.ts';
export { publicAddressConfig, requireOwnTrackingHost } from './public-address.ts';
export { pause, supervise } from './supervise.ts';
export { createTraceExport } from './trace-export.ts';
export { systemContext, withSystemCall } from './system-context.ts';
export type { SystemWork } from './system-context.ts';
export {
  errorTypeOf,
  failSpan,
  inSpan,
  isSampled,
  newSpanContext,
  parseTraceparent,
  SpanKind,
  startSpan,
  toTraceparent,
} from './tracing.ts';
export type { Span, SpanContext } from './tracing.ts';
export type { BulkheadOfMethods } from './grpc-client.ts';
export { FairPool } from './fair-pool.ts';
export type { FairPoolLimits, PoolRequest } from './fair-pool.ts';
