export { runAdmin } from './admin-command.ts';
export type { AdminResult, EnvironmentOf } from './admin-command.ts';
export { startStack } from './stack.ts';
export type { ProcessIds, Stack, StackConnection, StackOptions } from './stack.ts';
export { TEST_STACK_SETTINGS, withoutServers, withSharedStack } from './shared-stack.ts';
export { connectStack, SHARED_STACK_VARIABLE } from './stack-description.ts';
export { appNames, backendNames, replicaOf, serverNames } from './names.ts';
export type { AppName, BackendName, ProcessName, ReplicaName, ServerName } from './names.ts';
export type { AppPorts, StackPorts } from './ports.ts';
export { findBinaries } from './binaries.ts';
export { buildGoProgram } from './go-program.ts';
export { whileRunning } from './interrupt.ts';
export { COMPOSED_SERVERS, secretFiles, writeSecretFiles } from './secret-files.ts';
export type { SecretFileOptions } from './secret-files.ts';
export { PlainError, runMain } from './plain-error.ts';
export {
  createKey,
  runAuthAdmin,
  seedApiKey,
  seedCredential,
  seedCredentials,
  seedWorkspace,
} from './seed.ts';
export type { NewSeed, SeededCredential, SeededWorkspace } from './seed.ts';
export { answersReady } from './app-ready.ts';
export { createReplica } from './replica.ts';
export type { Replica, ReplicaOptions } from './replica.ts';
export { callRest } from './rest-client.ts';
export type { RestCall } from './rest-client.ts';
export { runCaptured } from './run-captured.ts';
export type { Captured, CaptureOptions } from './run-captured.ts';
export { consoleDist, ensureConsole } from './console-build.ts';
export { startDemo } from './demo.ts';
export type { Demo } from './demo.ts';
export { welcome } from './welcome.ts';
export { SupervisedProcess } from './supervised-process.ts';
export type { ProcessSpec } from './supervised-process.ts';
