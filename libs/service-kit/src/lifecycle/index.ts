export type { Job, Resource, StartableResource } from './lifecycle.ts';
export { run } from './run.ts';
export type { App } from './run.ts';
export { pause, supervise } from './supervise.ts';
