import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { bytesOf, defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { z } from 'zod';
import type { Letter, SealedLetter } from './letter.ts';
import type { LetterStore } from './ports.ts';

type LetterRow = WorkFields & SealedLetter;

const REASON = 'letters about log-ins are queued before a workspace is known';

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<LetterRow>(
  {
    _id: String,
    purpose: required(String),
    token_digest: required(String),
    sealed_letter: required(Buffer),
    expires_at: required(Date),
    is_in_dialog: required(Boolean),
    ...workFields,
  },
  [workIndex, [{ token_digest: 1 }]],
);

const Content = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/** Longer than the time limits of a dialog with the mail server together. */
const LEASE_MS = 180_000;

export interface LetterStores {
  readonly letters: LetterStore;
  readonly queue: WorkQueue<LetterRow>;
  readonly open: (sealed: Pick<SealedLetter, 'sealed_letter'>) => Letter;
}

export function createLetterStores(base: ServiceBase): LetterStores {
  const { mongo, sealer, clock, ids, units } = base;
  const model = defineModel(mongo.connection, 'letters', schema);
  const queue = createWorkQueue<LetterRow>({ ...base, model, leaseMs: LEASE_MS });
  const letters: LetterStore = {
    add: async ({ workspaceId, purpose, tokenDigest, letter, expiresAt }) => {
      const row = {
        _id: ids('ltr'),
        workspace_id: workspaceId,
        purpose,
        token_digest: tokenDigest,
        sealed_letter: sealer.seal(Buffer.from(JSON.stringify(letter), 'utf8')),
        expires_at: expiresAt,
        is_in_dialog: false,
        due_at: new Date(clock.now()),
        lease_token: null,
        attempts: 0,
      };
      await runAsSystem(REASON, async () => model.insertMany([row], { lean: true }));
      units.afterCommit(() => queue.wakeUp.raise());
    },
    withdraw: async (tokenDigest) => {
      await runAsSystem(REASON, async () => model.deleteMany({ token_digest: tokenDigest }));
    },
  };
  return {
    letters,
    queue,
    open: ({ sealed_letter: sealed }) =>
      Content.parse(JSON.parse(sealer.open(bytesOf(sealed)).toString('utf8'))),
  };
}
