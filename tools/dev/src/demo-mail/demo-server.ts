/** A server of the demo on the loopback address. */
export interface DemoServer {
  readonly port: number;
  close(): Promise<void>;
}
