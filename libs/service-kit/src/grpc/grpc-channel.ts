import { Client } from '@grpc/grpc-js';
import { MESSAGE_BYTES_MAX } from './grpc-server.ts';
import { clientCredentials, type TlsFiles } from './grpc-tls.ts';

/**
 * Well below SHUTDOWN_DELAY_MS: in a rolling restart a restarted replica is connected again before the next replica
 * stops.
 */
const RECONNECT_BACKOFF_MS_MAX = 300;

/** A lost connection resolves the name of the service again, at most this often. */
const RESOLUTION_MS_MIN = 5_000;

const RETRY_POLICY = {
  maxAttempts: 3,
  initialBackoff: '0.02s',
  maxBackoff: '0.2s',
  backoffMultiplier: 3,
  retryableStatusCodes: ['UNAVAILABLE'],
};

export interface ChannelOptions {
  /** Short name of the called service, which is the name of its certificate. */
  readonly audience: string;
  readonly address: string;
  readonly tls?: TlsFiles | undefined;
}

/** A channel to the processes behind an address. It connects with the first call. */
export function openChannel(
  { audience, address, tls }: ChannelOptions,
  readPaths: readonly string[],
): Client {
  return new Client(targetOf(address), clientCredentials({ files: tls }), {
    'grpc.ssl_target_name_override': audience,
    'grpc.dns_min_time_between_resolutions_ms': RESOLUTION_MS_MIN,
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
    'grpc.service_config': JSON.stringify(serviceConfig(readPaths)),
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': RECONNECT_BACKOFF_MS_MAX,
  });
}

/** Connects if necessary. True if the channel is connected within the time. */
export async function isReady(channel: Client, deadlineMs: number): Promise<boolean> {
  return new Promise((resolve) =>
    channel.waitForReady(Date.now() + deadlineMs, (error) => resolve(error === undefined)),
  );
}

/** The target in the form of grpc-js: a list of addresses needs a scheme, names are resolved by DNS. */
function targetOf(address: string): string {
  if (!address.includes(',')) return address;
  return `${address.startsWith('[') ? 'ipv6' : 'ipv4'}:${address}`;
}

function serviceConfig(readPaths: readonly string[]): object {
  const reads = readPaths.map((path) => {
    const [, service, method] = path.split('/');
    return { service, method };
  });
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: reads.length === 0 ? [] : [{ name: reads, retryPolicy: RETRY_POLICY }],
  };
}
