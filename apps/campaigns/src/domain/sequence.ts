/** As much of a sequence as tells how long it is. */
export interface Sequence {
  readonly id: string;
  readonly workspace_id: string;
  /** In their order. */
  readonly steps: readonly { readonly id: string }[];
}
