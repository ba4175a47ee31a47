/** A received message, as far as the classification needs it. */
export interface InboundMessage {
  /** Unfolded and decoded values by the name in lower case, in the order of the message. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** In lower case; null without a readable address. */
  readonly from: string | null;
  readonly subject: string;
  readonly contentType: string;
  /** The type of a multipart/report, such as `delivery-status`. */
  readonly reportType: string | null;
  /** The text part; without one, the text of the HTML part without its quotation. */
  readonly text: string;
  /** The machine-readable parts of a report, and the headers of the message that it is about. */
  readonly parts: readonly ReportPart[];
}

export interface ReportPart {
  readonly contentType: string;
  readonly text: string;
}

/** A file of a message. */
export interface ReceivedFile {
  /** As the message names it. */
  readonly name: string | null;
  readonly contentType: string;
  /** Bytes of the decoded file. */
  readonly size: number;
}

/** The parts of a message that people read, before they are cut and sanitised. */
export interface RawContent {
  readonly text: string;
  /** Empty without an HTML part. */
  readonly html: string;
  readonly files: readonly ReceivedFile[];
  /** True if the end of a body is missing. */
  readonly isCut: boolean;
}

/** A message with the parts that people read. */
export interface ParsedMessage extends InboundMessage {
  readonly content: RawContent;
}

/** Parses raw messages. Never throws: of a malformed message it returns the readable beginning. */
export interface MessageParser {
  /** @param isCut true if the end of the message may be missing. */
  parse(source: Uint8Array, isCut?: boolean): Promise<ParsedMessage>;
}

export function headerOf(message: Pick<InboundMessage, 'headers'>, name: string): string | undefined {
  return message.headers.get(name)?.[0];
}
