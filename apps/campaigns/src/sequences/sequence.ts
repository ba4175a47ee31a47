/** The part of a sequence that enrollments need. */
export interface Sequence {
  readonly id: string;
  readonly workspace_id: string;
  /** In their order. */
  readonly steps: readonly { readonly id: string }[];
}
