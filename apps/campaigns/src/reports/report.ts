/** A page with the numbers of some campaigns, for readers without a log-in. */
export interface Report {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly client_id: string | null;
  /** With neither a client nor campaigns, the report has all campaigns of the workspace. */
  readonly campaign_ids: readonly string[];
  readonly from: Date | null;
  readonly to: Date | null;
  readonly expires_at: Date | null;
  /** The secret part of the address: 128 random bits. Stored sealed, and found by its digest. */
  readonly token: string;
  readonly created_at: Date;
}

/** True until the report expires. */
export function isShared({ expires_at: expiresAt }: Pick<Report, 'expires_at'>, at: Date): boolean {
  return expiresAt === null || expiresAt > at;
}
