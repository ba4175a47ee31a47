/** A folder of a mailbox, as the server describes it (RFC 9051). */
export interface ImapFolder {
  readonly uidValidity: number;
  /** Lower than the UID of the next message; messages before it have arrived. */
  readonly uidNext: number;
}

export interface ImapMessage {
  readonly uid: number;
  /** When the server received the message. */
  readonly receivedAt: Date;
  /** At most `SOURCE_BYTES_MAX` bytes; the end of a longer message is missing. */
  readonly source: Uint8Array;
  /** True if the end of the message may be missing. */
  readonly isCut?: boolean;
}

/** A file of a message, as the server lists it. */
export interface ListedFile {
  readonly name: string | null;
  readonly contentType: string;
  /** Bytes of the decoded file. */
  readonly size: number;
}

/** Folders with a special use (RFC 6154), or with the usual names. */
export interface SpecialFolders {
  readonly junk: string | undefined;
  readonly sent: string | undefined;
}

export interface MessageWait {
  /** Also if the server reports messages before. */
  readonly minMs: number;
  readonly maxMs: number;
}

/** A logged-in connection that changes nothing on the server. Every method throws `ImapFailed`. */
export interface ImapConnection {
  findFolders(): Promise<SpecialFolders>;
  /** Selects a folder for the methods below. */
  open(path: string): Promise<ImapFolder>;
  /** The state of a folder that is not selected; undefined if it does not exist. */
  status(path: string): Promise<ImapFolder | undefined>;
  /** UIDs of the selected folder from `from`, in ascending order. */
  findFrom(from: number): Promise<readonly number[]>;
  /** UIDs of messages of the selected folder that arrived on the day of `since` or later, in ascending order. */
  findSince(since: Date): Promise<readonly number[]>;
  /** True if the selected folder has a message with this Message-ID. */
  hasMessage(messageId: string): Promise<boolean>;
  /** In ascending order. No other method can be called before the iteration ends. */
  fetch(uids: readonly number[]): AsyncGenerator<ImapMessage, void, undefined>;
  /** The files of a message of the selected folder, without its texts; none if it is gone. */
  listFiles(uid: number): Promise<readonly ListedFile[]>;
  /** Waits until the selected folder may have new messages. Ends early when the signal aborts. */
  waitForMessages(wait: MessageWait, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The server is not reached, refuses the log-in, or fails later. */
export class ImapFailed extends Error {
  /** A public text without secrets. */
  readonly reason: string;
  /** True if the server has refused the credentials. */
  readonly authenticationFailed: boolean;

  constructor(reason: string, authenticationFailed = false) {
    super(reason);
    this.name = 'ImapFailed';
    this.reason = reason;
    this.authenticationFailed = authenticationFailed;
  }
}
