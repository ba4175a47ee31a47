/** A customer of an agency. */
export interface Client {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly status: 'active' | 'archived';
  readonly created_at: Date;
}
