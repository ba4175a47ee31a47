/** The fields of a JetStream message that decisions need. */
export interface ArrivedMessage {
  readonly data: Uint8Array;
  readonly subject: string;
  readonly headers?: { get(name: string): string } | undefined;
  readonly seq: number;
  readonly info: { readonly stream: string; readonly deliveryCount: number };
  ack(): void;
  nak(ms?: number): void;
  term(): void;
}
