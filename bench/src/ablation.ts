import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCaptured } from '@outreach/dev/run-captured';
import type { Bench, BareInput } from './run-bench.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const COPIED = [
  'apps',
  'libs',
  'proto',
  'bench',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const OWN_PACKAGES = '@outreach';

interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** An optimisation of docs/mechanisms.md, and how to turn it off in a copy of the sources. */
interface Ablation {
  readonly mechanism: string;
  readonly edits: readonly Edit[];
  /** The arguments of the benchmark of its own work. */
  readonly args: readonly string[];
  /** The figure of the work in the output. */
  readonly figure: RegExp;
  readonly isBetter: 'higher' | 'lower';
}

const CREATE = {
  args: ['create'],
  figure: /^32 connections: ([\d.]+) requests/m,
  isBetter: 'higher',
} as const;

const SEND = {
  args: ['send', '--contacts', '10000'],
  figure: /, ([\d.]+) stored emails/,
  isBetter: 'higher',
} as const;

export const ABLATIONS: readonly Ablation[] = [
  {
    ...CREATE,
    mechanism: 'request batcher',
    edits: [
      {
        file: 'libs/mongo-kit/src/batching/request-batcher.ts',
        find: '    isBusy = true;\n',
        replace: '    schedule();\n',
      },
      {
        file: 'libs/mongo-kit/src/batching/request-batcher.ts',
        find: '  return count;\n',
        replace: '  return Math.min(count, 1);\n',
      },
    ],
  },
  {
    ...CREATE,
    mechanism: 'credential cache',
    edits: [
      {
        file: 'apps/gateway/src/credentials/fresh-cache.ts',
        find: 'return this.#options.timer.now() - loadedAtMs < this.#options.ageMsMax();',
        replace: 'return loadedAtMs < 0;',
      },
    ],
  },
  {
    ...CREATE,
    mechanism: 'count rows',
    edits: [
      {
        file: 'libs/job-kit/src/count-rows.ts',
        find: '      await units.writes.insert(model, rows);\n',
        replace:
          '      for (const { _id, difference, ...cell } of rows)\n' +
          '        await model.updateOne(cell as object, { $inc: { difference }, $setOnInsert: { _id } } as object, { upsert: true });\n',
      },
    ],
  },
  {
    mechanism: 'events in packs',
    args: ['import', '--contacts', '50000'],
    figure: /^ {2}\d+ events unpublished at its end; ([\d.]+) rows/m,
    isBetter: 'higher',
    edits: [
      {
        file: 'libs/event-bus/src/packs.ts',
        find: 'const PACK_EVENTS_MAX = 128;',
        replace: 'const PACK_EVENTS_MAX = 1;',
      },
    ],
  },
  {
    ...SEND,
    mechanism: 'batcher of results',
    edits: [
      {
        file: 'libs/job-kit/src/batcher.ts',
        find: 'if (waiting.length < options.batchMax) await',
        replace: 'if (waiting.length === 0) await',
      },
      {
        file: 'libs/job-kit/src/batcher.ts',
        find: 'waiting.splice(0, options.batchMax)',
        replace: 'waiting.splice(0, 1)',
      },
    ],
  },
  {
    ...SEND,
    mechanism: 'MIME writer',
    // The writer stays, which costs a tenth of what MailComposer does beside it.
    edits: [
      {
        file: 'apps/campaigns/src/sending/compose-message.client.ts',
        find: "import MimeNode from 'nodemailer/lib/mime-node';\n",
        replace:
          "import MailComposer from 'nodemailer/lib/mail-composer';\nimport MimeNode from 'nodemailer/lib/mime-node';\n",
      },
      {
        file: 'apps/campaigns/src/sending/compose-message.client.ts',
        find: '  const { from, replyTo, inReplyTo, references, unsubscribeUrl } = email;\n',
        replace:
          '  const { from, replyTo, inReplyTo, references, unsubscribeUrl } = email;\n' +
          '  const { to, subject, text, html } = email;\n' +
          '  const mail = { from: from.address, to, subject, text, ...(html === null ? {} : { html }) };\n' +
          '  new MailComposer(mail).compile().build(() => undefined);\n',
      },
    ],
  },
  {
    mechanism: 'wake-ups',
    args: ['webhook-delivery', '--fanout', '1', '--rate', '50'],
    figure: /commit to receiver p50 ([\d.]+) ms/,
    isBetter: 'lower',
    edits: [
      {
        file: 'libs/job-kit/src/wake-ups/wake-up.ts',
        find: '      isRaised = true;\n      sleeper?.abort();\n',
        replace: '      isRaised = false;\n',
      },
    ],
  },
];

export const ablation: Bench = {
  name: 'ablation',
  description: 'each optimisation of docs/mechanisms.md turned off in a copy of the sources, on its own work',
  runsDefault: 1,
  runAlone: async (input) => {
    const names = input.only.split(',').filter((name) => name !== '');
    for (const one of ABLATIONS)
      if (names.length === 0 || names.includes(one.mechanism)) await measure(input, one);
  },
};

async function measure({ print }: BareInput, one: Ablation): Promise<void> {
  const on = await figureOf(one, []);
  const off = await figureOf(one, one.edits);
  const gain = one.isBetter === 'higher' ? on / off - 1 : off / on - 1;
  print(
    `${one.mechanism} (${one.args.join(' ')}): ${on.toFixed(0)} with it, ${off.toFixed(0)} without: it gains ${(gain * 100).toFixed(0)} %`,
  );
}

/** Runs the benchmark in a copy of the sources with the edits. @throws Error if it prints no figure. */
async function figureOf({ args, figure }: Ablation, edits: readonly Edit[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-ablation-'));
  try {
    copySources(folder);
    for (const edit of edits) apply(folder, edit);
    const { output } = await runCaptured([...process.execArgv, 'bench/run.ts', ...args, '--runs', '1'], {
      cwd: folder,
    });
    const found = figure.exec(output)?.[1];
    if (found === undefined) throw new Error(`The benchmark printed no figure:\n${output}`);
    return Number(found);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the sources, and links the installed packages; the own packages are those of the copy. */
function copySources(folder: string): void {
  const isSource = (source: string): boolean => !/[\\/](node_modules|dist|\.vite)$/.test(source);
  for (const name of COPIED)
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter: isSource });
  const installed = path.join(ROOT, 'node_modules');
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(installed))
    if (name !== OWN_PACKAGES)
      symlinkSync(path.join(installed, name), path.join(folder, 'node_modules', name));
  const own = path.join('node_modules', OWN_PACKAGES);
  // The links of the own packages are relative, so they lead into the copy.
  cpSync(path.join(ROOT, own), path.join(folder, own), { recursive: true, verbatimSymlinks: true });
  for (const app of readdirSync(path.join(ROOT, 'apps'))) linkOwnModules(folder, path.join('apps', app));
}

/** Packages that only one app has installed. */
function linkOwnModules(folder: string, app: string): void {
  if (!readdirSync(path.join(ROOT, app)).includes('node_modules')) return;
  symlinkSync(path.join(ROOT, app, 'node_modules'), path.join(folder, app, 'node_modules'));
}

/** @throws Error if the text is not in the file once: then the ablation has to follow the code. */
function apply(folder: string, { file, find, replace }: Edit): void {
  const target = path.join(folder, file);
  const parts = readFileSync(target, 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`${file} does not contain this text once: ${find}`);
  writeFileSync(target, parts.join(replace));
}
