export * from './gen/campaigns.ts';
export * from './events.ts';
export * from './internal-events.ts';
export * from './records.ts';
