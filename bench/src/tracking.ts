import { createTrackingTokens, type TrackingKind, type TrackingTokens } from '@outreach/contracts-campaigns';
import { newId } from '@outreach/service-kit';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { runLoad, showLoad, type LoadRequest } from './load.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const LINKS = 5_000;
/** A rate at which no request waits for another one. */
const STEADY_PER_SECOND = 500;
const CLICKED = 'https://outreach.example/guide?utm_source=email';

export const tracking: ProductBench = {
  name: 'tracking',
  description: 'opens and clicks of links in emails at the gateway',
  run: async (input) => {
    const key = input.stack.environmentOf('gateway')['TRACKING_KEY'] ?? '';
    const tokens = createTrackingTokens([Buffer.from(key, 'base64')]);
    await measure(input, { name: 'warm-up', seconds: WARM_UP_SECONDS, links: linksOf('open', tokens) });
    for (const kind of ['open', 'click'] as const) {
      const links = linksOf(kind, tokens);
      await measure(input, { name: `${kind}s`, seconds: input.seconds, links });
      const steady = { name: `${kind}s at a steady rate`, seconds: input.seconds, links };
      await measure(input, { ...steady, perSecond: STEADY_PER_SECOND });
    }
  },
};

/** Paths of links of emails that no campaign has sent. */
function linksOf(kind: TrackingKind, tokens: Pick<TrackingTokens, 'sign'>): readonly LoadRequest[] {
  const workspace_id = newId('ws');
  return Array.from({ length: LINKS }, () => {
    const url = kind === 'click' ? CLICKED : null;
    const token = tokens.sign({ kind, workspace_id, send_id: newId('snd'), url });
    return { method: 'GET', key: '', path: kind === 'open' ? `/t/o/${token}.gif` : `/t/c/${token}` };
  });
}

interface Measurement {
  readonly name: string;
  readonly seconds: number;
  readonly links: readonly LoadRequest[];
  /** As many as possible by default. */
  readonly perSecond?: number;
}

async function measure(
  { stack, print }: BenchInput,
  { name, seconds, links, perSecond }: Measurement,
): Promise<void> {
  const [first] = links;
  if (first === undefined) return;
  const before = await cpuSecondsOf(stack);
  const result = await runLoad({
    baseUrl: stack.baseUrl,
    connections: CONNECTIONS,
    seconds,
    next: (index) => links[index % links.length] ?? first,
    ...(perSecond === undefined ? {} : { perSecond }),
  });
  print(`${name}: ${showLoad(result)}`);
  print(`  processor time per hit: ${showCpu(before, await cpuSecondsOf(stack), result.latenciesMs.length)}`);
}
