import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Members whose value is never written, wherever they stand in the first three levels of a log line. */
const SECRET_MEMBERS = [
  'password',
  'access',
  'refresh',
  'authorization',
  'key',
  'signing_secret',
  'secret',
  'cookie',
  'token',
];

export interface LoggerOptions {
  readonly name: string;
  readonly level: string;
  /** Where lines go; standard output by default. */
  readonly destination?: DestinationStream;
}

/** JSON lines with ids, never with addresses, texts or secrets. */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const paths = SECRET_MEMBERS.flatMap((member) => [member, `*.${member}`, `*.*.${member}`]);
  const options = {
    name,
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
