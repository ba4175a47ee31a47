export * from './gen/campaigns.ts';
