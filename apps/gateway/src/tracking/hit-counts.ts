import { counter } from '@outreach/service-kit/metrics';

export const countedHits = counter(
  'tracking_hits_total',
  'Requests for links of emails, by outcome: stored, dropped without room in memory, or limited by address or token.',
  ['outcome'],
);
