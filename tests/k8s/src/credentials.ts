import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const TOKEN_BYTES = 32;
const RSA_BITS = 2_048;
const SECRET_MODE = 0o600;

export interface Credentials {
  readonly kubeconfig: string;
  /** The token of an administrator, in the format of the API server. */
  readonly tokens: string;
  /** Signs the tokens of ServiceAccounts. */
  readonly serviceAccountKey: string;
  /** The API server writes its key and certificate here. */
  readonly certificates: string;
}

/** Writes new credentials of an API server on a loopback port, which last as long as the folder. */
export function writeCredentials(folder: string, port: number): Credentials {
  const files = {
    kubeconfig: path.join(folder, 'kubeconfig.json'),
    tokens: path.join(folder, 'tokens.csv'),
    serviceAccountKey: path.join(folder, 'service-account.pem'),
    certificates: path.join(folder, 'certificates'),
  };
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  const write = (file: string, text: string): void => writeFileSync(file, text, { mode: SECRET_MODE });
  write(files.tokens, `${token},admin,admin,system:masters\n`);
  write(files.serviceAccountKey, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const config = kubeconfig({ port, token, authority: path.join(files.certificates, 'apiserver.crt') });
  write(files.kubeconfig, JSON.stringify(config));
  return files;
}

interface Access {
  readonly port: number;
  readonly token: string;
  readonly authority: string;
}

const kubeconfig = ({ port, token, authority }: Access): unknown => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'verify',
  clusters: [
    {
      name: 'verify',
      cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': authority },
    },
  ],
  users: [{ name: 'admin', user: { token } }],
  contexts: [{ name: 'verify', context: { cluster: 'verify', user: 'admin' } }],
});
