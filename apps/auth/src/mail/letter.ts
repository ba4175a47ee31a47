export const LETTER_PURPOSES = ['invitation', 'password_reset'] as const;

export type LetterPurpose = (typeof LETTER_PURPOSES)[number];

/** A plain text for one recipient. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface QueuedLetter {
  readonly workspaceId: string;
  readonly purpose: LetterPurpose;
  /** Digest of the token in the letter. */
  readonly tokenDigest: string;
  readonly letter: Letter;
  /** The letter is removed unsent then. */
  readonly expiresAt: Date;
}

/** A letter in the queue. It contains a secret, so it is sealed until it is sent. */
export interface SealedLetter {
  readonly purpose: LetterPurpose;
  readonly token_digest: string;
  readonly sealed_letter: Uint8Array;
  readonly expires_at: Date;
  /** True while a worker talks to the mail server: after a crash nobody can tell whether the letter was sent. */
  readonly is_in_dialog: boolean;
}
