export { campaignErrors } from './errors.ts';
export { CampaignsServiceService } from './gen/campaigns.ts';
export { campaignStates, enrollmentStates, sendStates, sendingAccountStates } from './states.ts';
export { trackingHit } from './tracking-hit.ts';
export { createTrackingTokens } from './tracking-token.ts';
export type { TrackingKind, TrackingLink, TrackingTokens } from './tracking-token.ts';
