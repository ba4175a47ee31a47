export * from './gen/campaigns.ts';
export * from './events.ts';
export * from './records.ts';
