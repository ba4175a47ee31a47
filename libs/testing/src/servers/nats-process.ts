import { createServerProcess, type ServerProcess } from './server-process.ts';

/** A nats-server with JetStream on a free port; the program is NATS_SERVER_BIN or the one on the PATH. */
export async function createNatsProcess(
  options: { readonly args?: readonly string[] } = {},
): Promise<ServerProcess> {
  return createServerProcess({
    scheme: 'nats',
    binary: process.env['NATS_SERVER_BIN'] ?? 'nats-server',
    args: ({ port, folder }) => [
      '-a',
      '127.0.0.1',
      '-p',
      port,
      '-js',
      '-sd',
      folder,
      ...(options.args ?? []),
    ],
  });
}
