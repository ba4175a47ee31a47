import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { createAddressGuard, createGuardedAgent, discard, readText } from '@outreach/outbound-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import { request, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { CampaignsConfig } from '../config.ts';
import type { IntentModel } from './ports.ts';

const ANSWER_BYTES_MAX = 16_384;

const answers = counter('reply_model_requests_total', 'Requests to the model of reply intents, by result.', [
  'result',
]);

type ModelConfig = Pick<
  CampaignsConfig,
  'REPLY_MODEL_URL' | 'REPLY_MODEL_TOKEN' | 'REPLY_MODEL_TIMEOUT_MS' | 'OUTBOUND_ALLOW_PRIVATE_CIDRS'
>;
const Answer = z.object({ intent: z.enum(REPLY_INTENTS) });

/**
 * An external server that is called by POST with `{text, intents}` and answers `{intent}`. Any failure counts as no
 * answer: the reply stays unclassified.
 */
export function createIntentModel(config: ModelConfig): {
  readonly model: IntentModel | undefined;
  readonly resources: readonly Resource[];
} {
  if (config.REPLY_MODEL_URL === '') return { model: undefined, resources: [] };
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const model: IntentModel = {
    classify: async (text, signal) => {
      try {
        const timeout = AbortSignal.timeout(config.REPLY_MODEL_TIMEOUT_MS);
        const intent = await ask(config, dispatcher, { text, signal: AbortSignal.any([signal, timeout]) });
        answers.inc({ result: 'answered' });
        return intent;
      } catch {
        answers.inc({ result: 'failed' });
        return undefined;
      }
    },
  };
  return { model, resources: [{ name: 'reply model', stop: async () => dispatcher.close() }] };
}

async function ask(
  { REPLY_MODEL_URL: url, REPLY_MODEL_TOKEN: token }: ModelConfig,
  dispatcher: Dispatcher,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<z.output<typeof Answer>['intent']> {
  const { statusCode, body } = await request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ text, intents: REPLY_INTENTS }),
    signal,
  });
  try {
    if (statusCode !== 200) throw new Error(`The model answered ${statusCode}.`);
    return Answer.parse(JSON.parse(await readText(body, ANSWER_BYTES_MAX))).intent;
  } finally {
    discard(body);
  }
}
