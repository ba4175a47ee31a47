import { fromPage, toMeta } from '@outreach/app-kit';
import type { VerificationJob as JobMessage } from '@outreach/contracts-contacts/gen/verifications.ts';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { z } from 'zod';
import { toContactMessage } from '../contact-model/index.ts';
import { READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { cancelVerification, createVerification, getVerification } from './manage-verifications.ts';
import type { VerificationPorts } from './ports.ts';
import { processedOf, totalOf, type VerificationJob } from './verification-job.ts';
import { commitVerdict, getVerifiable, verifyAddress } from './verify-contact.ts';

export function verificationMethods(ports: VerificationPorts): ContactsMethods {
  return {
    verifyContact: verifyMethod(ports),
    createVerification: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, request) => ({ job: toJobMessage(await createVerification(ports, ctx, request)) }),
    },
    getVerification: {
      scope: READ,
      query: async (_ctx, { id }) => ({ job: toJobMessage(await getVerification(ports, id)) }),
    },
    listVerifications: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await ports.verifications.list(fromPage(page));
        return { jobs: list.items.map(toJobMessage), meta: toMeta(list) };
      },
    },
    cancelVerification: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => ({ job: toJobMessage(await cancelVerification(ports, id)) }),
    },
  };
}

const VerifiedId = z.object({ id: z.string() });

/** The address is verified outside any transaction; the result is stored with the reply. */
function verifyMethod(ports: VerificationPorts): NonNullable<ContactsMethods['verifyContact']> {
  return effectCommand({
    scope: WRITE,
    isOutbound: true,
    about: (_reply, { id }: { readonly id: string }) => [id],
    prepared: VerifiedId,
    prepare: async (_ctx, { id }: { readonly id: string }) => ({ id: (await getVerifiable(ports, id)).id }),
    effect: async (ctx, { id }) => verifyAddress(ports, ctx, id),
    commit: async (_ctx, { prepared, outcome }) => ({
      contact: toContactMessage(await commitVerdict(ports, prepared.id, outcome)),
    }),
  });
}

function toJobMessage(job: VerificationJob): JobMessage {
  return {
    id: job.id,
    status: job.status,
    total: totalOf(job),
    processed: processedOf(job),
    counts: { ...job.counts },
    created_at: job.created_at,
    finished_at: job.finished_at ?? undefined,
  };
}
