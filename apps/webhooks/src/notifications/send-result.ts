/** What became of an attempt. `refused` is final. */
export type SendResult =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'later' | 'refused';
      readonly error: string;
      /** The earliest retry that the server allows, in ms since the epoch. */
      readonly retryAtMs?: number | undefined;
    };
