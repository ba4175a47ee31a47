export { READ, WRITE, type CampaignsFeature, type CampaignsMethods } from './methods.rpc.ts';
