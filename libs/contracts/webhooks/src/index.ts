export * from './gen/webhooks.ts';
