import type { ReactNode } from 'react';
import { useCampaignAudience } from '../../data/audience.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { AudienceTable } from './audience-table.tsx';

const REASONS = [
  ['already_enrolled', 'Out: already enrolled'],
  ['suppressed', 'Out: suppressed'],
  ['invalid_address', 'Out: invalid address'],
  ['risky_address', 'Out: risky or catch-all address'],
] as const;

/** The contacts that the launch of a saved campaign enrolls, and those that it leaves out by reason. */
export function LaunchAudience({ id }: { readonly id: string }): ReactNode {
  const audience = useCampaignAudience(id);
  if (audience.data === undefined) return <NotLoaded query={audience} lines={5} height={34} />;
  const { matching, accepted, left_out: leftOut, is_estimated: isEstimated } = audience.data;
  const rows = [
    ['Match the filter', matching] as const,
    ...REASONS.map(([reason, label]) => [label, -leftOut[reason]] as const),
    ['In', accepted] as const,
  ];
  return <AudienceTable rows={rows} isEstimated={isEstimated} />;
}
