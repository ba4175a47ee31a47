import { pino, type DestinationStream, type Logger } from 'pino';
import { currentCall } from './scope.ts';

export type { Logger } from 'pino';

/** Fields whose value is never written, in the first three levels of a log line. */
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
  /** Destination of the lines; standard output by default. */
  readonly destination?: DestinationStream;
}

/** Writes JSON lines. Log ids only, never addresses, texts or secrets. Lines of a call have its trace id. */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const paths = SECRET_MEMBERS.flatMap((member) => [member, `*.${member}`, `*.*.${member}`]);
  const options = {
    name,
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceOfCall,
    redact: { paths, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function traceOfCall(): { readonly trace_id?: string } {
  const call = currentCall();
  return call === undefined ? {} : { trace_id: call.trace.traceId };
}
