export { startStack } from './stack.ts';
export type { ProcessIds, Stack, StackOptions } from './stack.ts';
export { appNames, backendNames, serverNames } from './names.ts';
export type { AppName, BackendName, ProcessName, ServerName } from './names.ts';
export { freePort, isPortFree, loopback } from './ports.ts';
export type { StackPorts } from './ports.ts';
export { findBinaries } from './binaries.ts';
export { PlainError } from './plain-error.ts';
