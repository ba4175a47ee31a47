import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TlsFiles } from '@outreach/service-kit/grpc';

const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority that signs certificates, in a temporary folder. It uses the command openssl. */
export interface TestAuthority {
  /** Writes a certificate for a service. A second call for the same name replaces the files. */
  sign(service: string): TlsFiles;
  close(): Promise<void>;
}

export function createAuthority(): TestAuthority {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-authority-'));
  const file = (name: string): string => path.join(folder, name);
  const [ca, caKey] = [file('ca.pem'), file('ca-key.pem')];
  const request = (name: string, ...options: readonly string[]): void => {
    const subject = ['-subj', `/CN=${name}`, '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...EC_KEY, ...subject, ...options], { stdio: 'pipe' });
  };
  request('authority', '-keyout', caKey, '-out', ca, '-addext', 'keyUsage=critical,keyCertSign');
  return {
    sign: (service) => {
      const [cert, key] = [file(`${service}.pem`), file(`${service}-key.pem`)];
      const names = ['-addext', `subjectAltName=DNS:${service}`, '-addext', 'basicConstraints=CA:FALSE'];
      request(service, '-keyout', key, '-out', cert, '-CA', ca, '-CAkey', caKey, ...names);
      return { ca, cert, key };
    },
    close: async () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  };
}
