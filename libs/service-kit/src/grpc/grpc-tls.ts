import { accessSync, constants } from 'node:fs';
import { ChannelCredentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { ConfigError, type Config, type tlsConfig } from '../config/config.ts';

/** The files are read again this often; new connections use a new certificate, existing ones are not changed. */
const REFRESH_MS = 10_000;

/** Files in PEM: the authority of all services, and the certificate of this process with its key. */
export interface TlsFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface TlsOptions {
  readonly files: TlsFiles | undefined;
  readonly refreshMs?: number | undefined;
}

/** The files of a configuration; undefined without TLS. @throws ConfigError when some of them are missing. */
export function tlsFilesOf(config: Config<typeof tlsConfig>): TlsFiles | undefined {
  const files = {
    GRPC_TLS_CA: config.GRPC_TLS_CA,
    GRPC_TLS_CERT: config.GRPC_TLS_CERT,
    GRPC_TLS_KEY: config.GRPC_TLS_KEY,
  };
  const entries = Object.entries(files);
  if (entries.every(([, path]) => path === '')) return undefined;
  const problems = entries.flatMap(([name, path]) => {
    if (path === '') return [`${name}: is required with the other GRPC_TLS variables; set all three or none`];
    return isReadable(path) ? [] : [`${name}: the file cannot be read`];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return { ca: files.GRPC_TLS_CA, cert: files.GRPC_TLS_CERT, key: files.GRPC_TLS_KEY };
}

/** Credentials of a server: with TLS, only clients with a certificate of the authority may connect. */
export function serverCredentials({ files, refreshMs }: TlsOptions): ServerCredentials {
  if (files === undefined) return ServerCredentials.createInsecure();
  const provider = watchFiles(files, refreshMs);
  return experimental.createCertificateProviderServerCredentials(provider, provider, true);
}

/** Credentials of a client. */
export function clientCredentials({ files, refreshMs }: TlsOptions): ChannelCredentials {
  if (files === undefined) return ChannelCredentials.createInsecure();
  const provider = watchFiles(files, refreshMs);
  return experimental.createCertificateProviderChannelCredentials(provider, provider);
}

function watchFiles({ ca, cert, key }: TlsFiles, refreshIntervalMs = REFRESH_MS) {
  return new experimental.FileWatcherCertificateProvider({
    caCertificateFile: ca,
    certificateFile: cert,
    privateKeyFile: key,
    refreshIntervalMs,
  });
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
