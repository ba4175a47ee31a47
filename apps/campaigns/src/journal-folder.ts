import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CampaignsConfig } from './config.ts';

const HASH_CHARACTERS = 16;

/** The configured folder, or a temporary one per installation: journals of another database must not be settled. */
export function journalFolder(config: CampaignsConfig, kind: 'sending' | 'tokens'): string {
  if (config.SENDING_JOURNAL_DIR !== '') return config.SENDING_JOURNAL_DIR;
  const { SERVICE_KEY: key, MONGODB_DATABASE: database = '' } = config;
  const hash = createHash('sha256').update(key).update(database).digest('hex');
  return join(tmpdir(), `outreach-${kind}-${hash.slice(0, HASH_CHARACTERS)}`);
}
