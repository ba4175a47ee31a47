export * from './gen/webhooks.ts';
export * from './errors.ts';
export * from './events.ts';
export { REPLAY_STATUSES, replayStates } from './replay-states.ts';
