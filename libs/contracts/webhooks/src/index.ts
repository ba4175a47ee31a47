export * from './gen/webhooks.ts';
export * from './errors.ts';
export * from './events.ts';
