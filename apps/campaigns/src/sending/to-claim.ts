import type { Claim, ClaimedSend } from './ports.ts';

export function toClaim({ id, workspace_id, lease_token }: ClaimedSend): Claim {
  return { id, workspaceId: workspace_id, token: lease_token };
}
