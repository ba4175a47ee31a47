import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OAUTH_PROVIDERS } from '@outreach/contracts-campaigns/oauth';
import type { Sealer } from '@outreach/mongo-kit/sealing';
import type { Logger } from '@outreach/service-kit';
import type { RefreshRecord, TokenJournal } from './ports.ts';

const SUFFIX = '.tokens';

const Record = z.object({
  workspaceId: z.string(),
  generation: z.string(),
  tokens: z.object({
    account_id: z.string(),
    provider: z.enum(OAUTH_PROVIDERS),
    generation: z.string(),
    is_revoked: z.boolean(),
    refresh_token: z.string(),
    access_token: z.string().nullable(),
    expires_at: z.iso
      .datetime()
      .nullable()
      .transform((text) => (text === null ? null : new Date(text))),
  }),
});

export interface TokenJournalOptions {
  /** Processes of one installation share it; it survives their death. */
  readonly folder: string;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly logger: Logger;
}

/**
 * One sealed file per refresh, in a local folder. A file is complete when it has its name, and on the disk when `write`
 * returns. Any process of the folder may store its tokens: they replace one generation, so that a second time changes
 * nothing.
 */
export function createTokenJournal({ folder, sealer, logger }: TokenJournalOptions): TokenJournal {
  const pathOf = (accountId: string, generation: string): string =>
    join(folder, `${accountId}.${generation}${SUFFIX}`);
  const read = (path: string): RefreshRecord | undefined => {
    try {
      const text = Buffer.from(sealer.open(readFileSync(path))).toString('utf8');
      return Record.parse(JSON.parse(text));
    } catch (err) {
      if (!isAbsent(err)) logger.error({ err }, 'a record of refreshed tokens cannot be read');
      return undefined;
    }
  };
  return {
    write: (record) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(record.tokens.account_id, record.generation);
      const sealed = sealer.seal(Buffer.from(JSON.stringify(record), 'utf8'));
      writeFileSync(`${path}.part`, sealed, { mode: 0o600, flush: true });
      renameSync(`${path}.part`, path);
    },
    read: (accountId, generation) => read(pathOf(accountId, generation)),
    readAll: () => namesIn(folder).flatMap((name) => read(join(folder, name)) ?? []),
    remove: ({ generation, tokens }) => rmSync(pathOf(tokens.account_id, generation), { force: true }),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  } catch (err) {
    if (isAbsent(err)) return [];
    throw err;
  }
}

function isAbsent(err: unknown): boolean {
  return Reflect.get(Object(err), 'code') === 'ENOENT';
}
